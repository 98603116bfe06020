package job

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

// Array is what a scheduler is asked for.
type Array struct {
	Name    string
	Tasks   int           // of the array; each does its share of the shards
	Time    time.Duration // a task takes at the most
	Memory  int64         // bytes for a task
	Cores   int           // for a task
	Program []string      // what runs the program, and what follows its name
	Logs    string        // folder for Slurm's logs
	// Kubernetes only.
	Image string // with the program
	Claim string // PersistentVolumeClaim with the job file, its input and its output
	Mount string // where it is seen in the container
}

// Slurm is the batch script of an array (sbatch).
func (a Array) Slurm() string {
	var quoted []string
	for _, w := range a.Program {
		quoted = append(quoted, "'"+strings.ReplaceAll(w, "'", `'\''`)+"'")
	}
	minutes := int64((a.Time + time.Minute - 1) / time.Minute)
	return fmt.Sprintf(`#!/bin/sh
#SBATCH --job-name=%s
#SBATCH --array=0-%d
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --cpus-per-task=%d
#SBATCH --mem=%dM
#SBATCH --time=%d
#SBATCH --output=%s
exec %s
`, a.Name, a.Tasks-1, a.Cores, (a.Memory+(1<<20)-1)>>20, minutes, strings.ReplaceAll(filepath.Join(a.Logs, "%a.log"), " ", `\ `), strings.Join(quoted, " "))
}

// Kubernetes is the manifest of an Indexed Job (batch/v1; backoffLimitPerIndex is stable from Kubernetes 1.33 on).
func (a Array) Kubernetes() (string, error) {
	type m = yaml.MapSlice
	resources := m{{Key: "cpu", Value: strconv.Itoa(a.Cores)}, {Key: "memory", Value: fmt.Sprintf("%dMi", (a.Memory+(1<<20)-1)>>20)}}
	manifest := m{
		{Key: "apiVersion", Value: "batch/v1"},
		{Key: "kind", Value: "Job"},
		{Key: "metadata", Value: m{{Key: "name", Value: a.Name}}},
		{Key: "spec", Value: m{
			{Key: "completionMode", Value: "Indexed"},
			{Key: "completions", Value: a.Tasks},
			{Key: "parallelism", Value: a.Tasks},
			{Key: "backoffLimitPerIndex", Value: 5},
			{Key: "template", Value: m{{Key: "spec", Value: m{
				{Key: "restartPolicy", Value: "Never"},
				{Key: "activeDeadlineSeconds", Value: int64((a.Time + time.Second - 1) / time.Second)},
				{Key: "containers", Value: []m{{
					{Key: "name", Value: "shards"},
					{Key: "image", Value: a.Image},
					{Key: "command", Value: a.Program},
					{Key: "env", Value: []m{{{Key: "name", Value: TasksVariable}, {Key: "value", Value: strconv.Itoa(a.Tasks)}}}},
					{Key: "resources", Value: m{{Key: "requests", Value: resources}, {Key: "limits", Value: resources}}},
					{Key: "volumeMounts", Value: []m{{{Key: "name", Value: "work"}, {Key: "mountPath", Value: a.Mount}}}},
				}}},
				{Key: "volumes", Value: []m{{
					{Key: "name", Value: "work"},
					{Key: "persistentVolumeClaim", Value: m{{Key: "claimName", Value: a.Claim}}},
				}}},
			}}}},
		}},
	}
	out, err := yaml.MarshalWithOptions(manifest, yaml.IndentSequence(true))
	if err != nil {
		return "", fmt.Errorf("job: %w", err)
	}
	return strings.TrimRight(string(out), "\n") + "\n", nil
}
