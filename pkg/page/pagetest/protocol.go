package pagetest

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// call is a command of the protocol as a step.
func call[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (none chromedp.Void, err error) {
		_, err = cdp.Call(ctx, t, command, params)
		return none, err
	}
}

// offline cuts the network off, or joins it again.
func offline(off bool) chromedp.Action[chromedp.Void] {
	all := &network.Conditions{DownloadThroughput: -1, UploadThroughput: -1, Offline: off}
	return call(network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{all}})
}

// scheme is the feature by which a page learns which colours a person's system asks for.
const scheme = "prefers-color-scheme"

func dark(on bool) string {
	if on {
		return "dark"
	}
	return "light"
}

// likes sets a feature of the person's system; others stay as they were set.
func (p *Page) likes(feature, value string) chromedp.Action[chromedp.Void] {
	p.media[feature] = value
	var all []*emulation.MediaFeature
	for name, value := range p.media {
		all = append(all, &emulation.MediaFeature{Name: name, Value: value})
	}
	return call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: all})
}
