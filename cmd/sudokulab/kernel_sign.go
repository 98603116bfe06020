package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/nbkernel"
)

const aboutSigning = "\n" +
	"Jupyter shows the outputs of a notebook that it does not trust without their scripts: pictures stand,\n" +
	"films do not play. On a terminal you are asked once whether to sign the clone's notebooks with your\n" +
	"Jupyter's own jupyter-trust; --sign signs without the question, --sign=false asks nothing. A signature says\n" +
	"that you trust these contents, so that scripts in their outputs may run; it lies in your data folder of\n" +
	"Jupyter, changes no notebook, and ends when the contents change."

func registerSign(cmd *cobra.Command, sign *bool) {
	cmd.Flags().BoolVar(sign, "sign", false, "sign the clone's notebooks for your Jupyter (without the flag, you are asked on a terminal)")
}

// signing offers to sign the clone's notebooks for a person's Jupyter.
type signing struct {
	lab      nbkernel.Lab
	prefix   string // of the installation; "" for the Jupyter on the PATH
	yes, no  bool   // the flag was given
	terminal bool   // a person can answer
	in       io.Reader
	err      io.Writer
}

func newSigning(cmd *cobra.Command, lab nbkernel.Lab, prefix string, sign bool) *signing {
	return &signing{
		lab: lab, prefix: prefix, yes: sign, no: cmd.Flags().Changed("sign") && !sign,
		terminal: isTerminal(cmd.InOrStdin()) && isTerminal(cmd.ErrOrStderr()), in: cmd.InOrStdin(), err: cmd.ErrOrStderr(),
	}
}

// offer signs if the flag says so or the person does. What only the question needs and is not there, a
// terminal or a program that signs, is no error.
func (s *signing) offer(ctx context.Context) error {
	if s.no || !s.yes && !s.terminal {
		return nil
	}
	program, err := nbkernel.Signer(s.prefix)
	if !s.yes && errors.Is(err, nbkernel.ErrNoSigner) {
		return nil
	}
	if err != nil {
		return err
	}
	if !s.yes {
		paths, err := s.lab.Notebooks()
		if err != nil {
			return err
		}
		if len(paths) == 0 || s.lab.Offered(program) {
			return nil
		}
		fmt.Fprintf(s.err, "Sign the %s of this clone for your Jupyter, so that films in their outputs play at once?\n"+
			"It says that you trust their contents: scripts in the outputs may run. %s does it. [y/N] ", plural(len(paths), "notebook"), program)
		answer, err := ask(ctx, s.in)
		if err != nil {
			fmt.Fprintln(s.err)
			return err
		}
		if !answer {
			return s.lab.Remember(program, false)
		}
	}
	said, err := s.lab.Sign(ctx, program)
	if err != nil {
		return err
	}
	fmt.Fprintln(s.err, said)
	return s.lab.Remember(program, true)
}

// ask reads an answer: yes if it begins with a y, no for all else and at the end of the input. It does
// not outlast ctx; the read then ends with the program.
func ask(ctx context.Context, in io.Reader) (bool, error) {
	answers := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(in).ReadString('\n') // the end of the input is a no
		answers <- line
	}()
	select {
	case line := <-answers:
		return strings.HasPrefix(strings.ToLower(strings.TrimSpace(line)), "y"), nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}
