package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
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
			"--address says otherwise: then it asks for a token, which it prints when it starts, unless --token has one. 0.0.0.0 is\n" +
			"every IPv4 address of this machine, :: every address. Each address that it prints, one a line, opens the page. The site that\n" +
			"sudokulab site has written is at /site/.\n\n" +
			"Calls run in four lanes, so that none of moments waits for one of minutes: those of some milliseconds, such as check, hint or\n" +
			"the answer of a 9×9; others on 9×9; those on larger boards; and long ones, which leave a core to the rest and run --jobs at once.\n" +
			"A call that takes longer than its lane allows, a quarter of a second, a half and one, begins again in the next. In each lane 64\n" +
			"calls wait, and the clients take turns, by address.\n" +
			"What is too much is refused with a sentence in JSON and, where asking again helps, Retry-After: 408 for a body that comes too\n" +
			"slowly, 413 for one of more than 2 MiB, 421 for a name that --host does not have, 429 for a client whose own calls fill\n" +
			"the queue, 503 where those of all do. Whoever does not read an answer for 4 seconds loses it, and a call ends with its connection.",
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
	fl.StringVar(&s.token, "token", "", "what requests have to show, 6 characters of ASCII or more (default: none on this machine alone, else a random one)")
	addNumber(cmd, &s.calls, "jobs", 0, noBound, "long calls that run at once (0: all cores but one)")
	addTime(cmd, &s.bound, "timeout", "bound on a call (0: none)")
	fl.BoolVar(&s.browser, "browser", s.browser, "let browsers run the exact methods themselves (wants the go command and the lab's source tree; built once)")
	fl.StringVar(&s.site, "site", "", "folder of the site (default: site in the lab's folder, if it was written)")
	reads.names(cmd, "site")
	fl.BoolVar(&s.quiet, "quiet", false, "write no line for each request on standard error")
	return cmd
}

// local reports whether an address can be reached from this machine alone.
func local(address string) bool {
	ip, err := netip.ParseAddr(address)
	return strings.EqualFold(address, "localhost") || err == nil && ip.IsLoopback()
}

// validate reads the flags that say where to listen and for whom.
func (s *serving) validate(cmd *cobra.Command) error {
	if inside, ok := strings.CutPrefix(s.address, "["); ok {
		s.address = strings.TrimSuffix(inside, "]")
	}
	if err := server.CheckHost(s.address); err != nil {
		return fmt.Errorf("--address: %w", err)
	}
	for _, host := range s.hosts {
		if err := server.CheckHost(host); err != nil {
			return fmt.Errorf("--host: %w", err)
		}
	}
	if !cmd.Flags().Changed("token") {
		return nil
	}
	if err := server.CheckToken(s.token); err != nil {
		return fmt.Errorf("--token: %w", err)
	}
	return nil
}

// listen opens the port. All addresses of IPv4 are no addresses of IPv6.
func (s *serving) listen(ctx context.Context) (net.Listener, error) {
	network := "tcp"
	if ip, err := netip.ParseAddr(s.address); err == nil && ip.Is4() {
		network = "tcp4"
	}
	var how net.ListenConfig
	l, err := how.Listen(ctx, network, net.JoinHostPort(s.address, strconv.Itoa(s.port)))
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%w; --port 0 takes a free port", err)
	}
	return l, err
}

// shown are the addresses at which a browser reaches the page: that of the listener, or all of this machine's if it listens at
// every one, and the names of --host.
func (s *serving) shown(ctx context.Context, l net.Listener) ([]string, error) {
	at, err := netip.ParseAddrPort(l.Addr().String())
	if err != nil {
		return nil, err
	}
	port := strconv.Itoa(int(at.Port()))
	hosts := []string{at.Addr().String()}
	if at.Addr().IsUnspecified() {
		if hosts, err = everyAddress(ctx, at.Addr().Is6(), port); err != nil {
			return nil, err
		}
	}
	hosts = slices.Concat(hosts, s.hosts)
	out := make([]string, 0, len(hosts))
	for _, host := range hosts {
		u := url.URL{Scheme: "http", Host: net.JoinHostPort(strings.ToLower(strings.Trim(host, "[]")), port), Path: "/"}
		if s.token != "" {
			u.RawQuery = url.Values{"token": {s.token}}.Encode()
		}
		out = append(out, u.String())
	}
	return out, nil
}

// everyAddress lists the addresses of this machine, those of itself first: of IPv4, or with six of IPv6 and, where a listener at ::
// takes its connections too, of IPv4.
func everyAddress(ctx context.Context, six bool, port string) (hosts []string, err error) {
	four := !six
	if six {
		hosts = []string{"::1"}
		dial := net.Dialer{Timeout: time.Second}
		if c, err := dial.DialContext(ctx, "tcp4", net.JoinHostPort("127.0.0.1", port)); err == nil {
			four = true
			_ = c.Close() // it was only tried
		}
	}
	if four {
		hosts = append(hosts, "127.0.0.1")
	}
	all, err := net.InterfaceAddrs()
	for _, one := range all {
		prefix, parseErr := netip.ParsePrefix(one.String())
		if ip := prefix.Addr(); parseErr == nil && ip.IsGlobalUnicast() && (ip.Is4() && four || ip.Is6() && six) {
			hosts = append(hosts, ip.String())
		}
	}
	return hosts, err
}

func (s *serving) run(cmd *cobra.Command, _ []string) error {
	o := server.DefaultOptions()
	if err := s.validate(cmd); err != nil {
		return err
	}
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
	o.Limits.Time, o.Running, o.Hosts = s.bound, s.calls, slices.Concat(s.hosts, []string{s.address})
	if s.token == "" && !local(s.address) {
		var secret [16]byte
		if _, err := rand.Read(secret[:]); err != nil {
			return err
		}
		s.token = hex.EncodeToString(secret[:])
	}
	o.Token = s.token
	if !s.quiet {
		o.Log = slog.New(slog.NewJSONHandler(cmd.ErrOrStderr(), nil))
	}
	by, err := server.New(o)
	if err != nil {
		return err
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(o.Memory()))
	}
	l, err := s.listen(cmd.Context())
	if err != nil {
		return errors.Join(err, by.Close())
	}
	addresses, err := s.shown(cmd.Context(), l)
	if err != nil {
		return errors.Join(err, l.Close(), by.Close())
	}
	if !local(s.address) {
		fmt.Fprintf(cmd.ErrOrStderr(), "serve: whoever reaches %s can ask this machine for work, with the token; the connection is not encrypted\n", s.address)
	}
	for _, at := range addresses {
		fmt.Fprintln(cmd.OutOrStdout(), at)
	}
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
