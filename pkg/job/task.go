package job

import (
	"errors"
	"fmt"
	"strconv"
)

// Task is one of the tasks of a scheduler's array: it does the shards whose number, divided by Of, leaves Index.
type Task struct{ Index, Of int }

// TasksVariable is the environment variable that says how many tasks an array of Kubernetes has, which that scheduler does not.
const TasksVariable = "SUDOKULAB_TASKS"

// FindTask reads the task from the environment of a Slurm array or an Indexed Job of Kubernetes.
func FindTask(getenv func(string) string) (t Task, err error) {
	number := func(name string) int {
		v, e := strconv.Atoi(getenv(name))
		if e != nil && err == nil {
			err = fmt.Errorf("job: %s is %q, want a number", name, getenv(name))
		}
		return v
	}
	slurm, kubernetes := getenv("SLURM_ARRAY_TASK_ID") != "", getenv("JOB_COMPLETION_INDEX") != ""
	switch {
	case slurm && kubernetes:
		return t, errors.New("job: SLURM_ARRAY_TASK_ID and JOB_COMPLETION_INDEX are both set: which of them counts?")
	case slurm:
		first, last, step := number("SLURM_ARRAY_TASK_MIN"), number("SLURM_ARRAY_TASK_MAX"), number("SLURM_ARRAY_TASK_STEP")
		id, count := number("SLURM_ARRAY_TASK_ID"), number("SLURM_ARRAY_TASK_COUNT")
		if err == nil && (step < 1 || count != (last-first)/step+1 || id < first || id > last || (id-first)%step != 0) {
			err = fmt.Errorf("job: task %d of the array %d-%d:%d with %d tasks: want an array without gaps, such as 0-99; a part of an array leaves shards out", id, first, last, step, count)
		}
		if err == nil {
			t = Task{(id - first) / step, count}
		}
	case kubernetes:
		t = Task{number("JOB_COMPLETION_INDEX"), number(TasksVariable)}
		if err == nil && (t.Of < 1 || t.Index < 0 || t.Index >= t.Of) {
			err = fmt.Errorf("job: JOB_COMPLETION_INDEX is %d and %s %d, want an index below the number of tasks", t.Index, TasksVariable, t.Of)
		}
	default:
		err = errors.New("job: no task of an array: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set; name shards as i/N, or leave the flag out for all of them")
	}
	return t, err
}

// Shards are the task's, of so many.
func (t Task) Shards(shards int) (out []int) {
	for i := t.Index; i < shards; i += t.Of {
		out = append(out, i)
	}
	return out
}
