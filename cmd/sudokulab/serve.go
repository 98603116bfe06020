package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/nbkernel"
	"sudokulab/pkg/page"
	"sudokulab/pkg/page/server"
	"sudokulab/pkg/page/worker"
	"sudokulab/pkg/site"
)

// serving holds the flags of serve.
type serving struct {
	address string
	port    int
	hosts   []string
	token   string
	calls   int
	bound   time.Duration
	quiet   bool
	browser bool
	site    string
}

func newServe() *cobra.Command {
	s := serving{address: "localhost", browser: true, bound: server.DefaultOptions().Limits.Time}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Open the page on this machine, and answer calls over HTTP",
		Long: "Shows the lab's page, and answers calls of other programs over HTTP, until it is stopped: POST /api/v1/solve with {\"board\": {\"cells\": …}}\n" +
			"and others, which GET /api/v1/openapi.json describes. Only programs on this machine can reach it, unless\n" +
			"--address says otherwise: then it asks for a token, which it prints when it starts, unless --token has one. The site that\n" +
			"sudokulab site has written is at /site/.",
		Example: "  sudokulab serve\n" +
			"  sudokulab serve --port 8080\n" +
			"  sudokulab serve --site /srv/www/sudoku\n" +
			"  sudokulab serve --address 0.0.0.0 --host lab.example.org",
		Args: cobra.NoArgs,
		RunE: naming(s.run),
	}
	fl := cmd.Flags()
	fl.StringVar(&s.address, "address", s.address, "address to listen at")
	addNumber(cmd, &s.port, "port", 0, 65535, "port to listen at; 0 for a free one")
	addNames(cmd, &s.hosts, "host", "names by which requests may reach it, beside localhost and --address")
	fl.StringVar(&s.token, "token", "", "what requests have to show (default: none on this machine alone, else a random one)")
	addNumber(cmd, &s.calls, "jobs", 0, noBound, "calls that run at once (0: one a core)")
	addTime(cmd, &s.bound, "timeout", "bound on a call (0: none)")
	fl.BoolVar(&s.browser, "browser", s.browser, "let browsers run the exact methods themselves (wants the go command and the lab's source tree; built once)")
	fl.StringVar(&s.site, "site", "", "folder of the site (default: site in the lab's folder, if it was written)")
	reads.names(cmd, "site")
	fl.BoolVar(&s.quiet, "quiet", false, "write no line for each request on standard error")
	return cmd
}

// local reports whether an address can be reached from this machine alone.
func local(address string) bool {
	ip := net.ParseIP(address)
	return address == "localhost" || ip != nil && ip.IsLoopback()
}

func (s *serving) run(cmd *cobra.Command, _ []string) error {
	o := server.DefaultOptions()
	engine, err := s.engine(cmd)
	if err != nil {
		return err
	}
	shown, folder, err := s.written()
	if err != nil {
		return err
	}
	if shown != nil {
		defer func() { _ = shown.Close() }() // it was only read
	}
	o.Page = withSite(page.Handler(engine), shown)
	o.Limits.Time, o.Running, o.Token, o.Hosts = s.bound, s.calls, s.token, slices.Concat(s.hosts, []string{s.address})
	if o.Token == "" && !local(s.address) {
		var secret [16]byte
		if _, err := rand.Read(secret[:]); err != nil {
			return err
		}
		o.Token = hex.EncodeToString(secret[:])
	}
	if !s.quiet {
		o.Log = slog.New(slog.NewJSONHandler(cmd.ErrOrStderr(), nil))
	}
	by, err := server.New(o)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", net.JoinHostPort(s.address, strconv.Itoa(s.port)))
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%w; --port 0 takes a free port", err)
	}
	if err != nil {
		return err
	}
	at := url.URL{Scheme: "http", Host: l.Addr().String(), Path: "/"}
	if o.Token != "" {
		at.RawQuery = url.Values{"token": {o.Token}}.Encode()
	}
	if !local(s.address) {
		fmt.Fprintf(cmd.ErrOrStderr(), "serve: whoever reaches %s can ask this machine for work, with the token; the connection is not encrypted\n", s.address)
	}
	fmt.Fprintln(cmd.OutOrStdout(), at.String())
	if shown != nil && !s.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "serve: the site in %s is at %s below it\n", folder, sitePath)
	}
	err = by.Serve(cmd.Context(), l)
	if closeErr := by.Close(); err == nil {
		err = closeErr
	}
	return err
}

// sitePath is where serve shows the site.
const sitePath = "/site/"

// written opens the folder of the site, the one that was named or the lab's; nil if none was named and the lab has none.
func (s *serving) written() (*os.Root, string, error) {
	folder := s.site
	if folder == "" {
		tree, err := findRoot("")
		if err != nil {
			return nil, "", nil //nolint:nilerr // without the lab's tree there is no site of its own
		}
		if folder = filepath.Join(tree, siteFolder); !site.Written(folder) {
			return nil, "", nil
		}
	}
	if !site.Written(folder) {
		return nil, "", fmt.Errorf("--site %s: no site there; sudokulab site --out %s writes one", folder, folder)
	}
	root, err := os.OpenRoot(folder)
	return root, folder, err
}

// withSite shows a site beside the page, if there is one.
func withSite(lab http.Handler, shown *os.Root) http.Handler {
	if shown == nil {
		return lab
	}
	mux := http.NewServeMux()
	mux.Handle(sitePath, http.StripPrefix(strings.TrimSuffix(sitePath, "/"), site.Handler(atomicfile.Regular(shown.FS()))))
	mux.Handle("/", lab)
	return mux
}

// engine returns what browsers run themselves, nil if they ask the server for everything.
func (s *serving) engine(cmd *cobra.Command) (*page.Engine, error) {
	if !s.browser {
		return nil, nil
	}
	var e page.Engine
	root, err := rootHere()
	if err == nil {
		e, err = builtEngine(cmd, root, worker.Exact)
	}
	if cmd.Context().Err() != nil {
		return nil, cmd.Context().Err()
	}
	if err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "serve: browsers ask this server for everything: %v\n", err)
		return nil, nil
	}
	return &e, nil
}

// rootHere is findRoot for commands without the flag for it.
func rootHere() (string, error) {
	root, err := findRoot("")
	if errors.Is(err, errNoLab) {
		what, _, _ := strings.Cut(err.Error(), ";") // without what the flag would do
		err = fmt.Errorf("%s; go there, or name it with %s", what, nbkernel.EnvRoot)
	}
	return root, err
}

// builtEngine returns an engine of a source tree of the lab, and shows how far its first build is.
func builtEngine(cmd *cobra.Command, root string, program worker.Program) (page.Engine, error) {
	show := newBuildProgress(cmd.ErrOrStderr())
	defer show.end()
	p := nbkernel.Progress{Step: "the engine for browsers (once)"}
	return worker.Build(cmd.Context(), root, program, func(name string) {
		p.Packages++
		p.Last = name
		show.step(p)
	})
}
