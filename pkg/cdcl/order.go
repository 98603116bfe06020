package cdcl

// order is a heap of variables, the one of the highest activity on top.
type order struct {
	activity []float64
	heap     []int32
	place    []int32 // variable → in heap, −1 if it is not there
	step     float64 // of raise
}

func newOrder(variables int) order {
	o := order{activity: make([]float64, variables), heap: make([]int32, variables), place: make([]int32, variables), step: 1}
	for i := range o.heap {
		o.heap[i], o.place[i] = int32(i), int32(i)
	}
	return o
}

// raise makes a variable more active.
func (o *order) raise(v int32) {
	o.activity[v] += o.step
	if o.activity[v] > largest {
		for i := range o.activity {
			o.activity[i] /= largest
		}
		o.step /= largest
	}
	if o.place[v] >= 0 {
		o.up(int(o.place[v]))
	}
}

// decay makes all variables less active, by making raise count for more.
func (o *order) decay() { o.step /= decay }

func (o *order) push(v int32) {
	if o.place[v] >= 0 {
		return
	}
	o.heap = append(o.heap, v)
	o.place[v] = int32(len(o.heap) - 1)
	o.up(len(o.heap) - 1)
}

func (o *order) pop() int32 {
	top, last := o.heap[0], o.heap[len(o.heap)-1]
	o.heap = o.heap[:len(o.heap)-1]
	o.place[top] = -1
	if top != last {
		o.heap[0], o.place[last] = last, 0
		o.down(0)
	}
	return top
}

func (o *order) up(i int) {
	v := o.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if o.activity[o.heap[parent]] >= o.activity[v] {
			break
		}
		o.set(i, o.heap[parent])
		i = parent
	}
	o.set(i, v)
}

func (o *order) down(i int) {
	v := o.heap[i]
	for {
		child := 2*i + 1
		if child >= len(o.heap) {
			break
		}
		if child+1 < len(o.heap) && o.activity[o.heap[child+1]] > o.activity[o.heap[child]] {
			child++
		}
		if o.activity[o.heap[child]] <= o.activity[v] {
			break
		}
		o.set(i, o.heap[child])
		i = child
	}
	o.set(i, v)
}

func (o *order) set(i int, v int32) { o.heap[i], o.place[v] = v, int32(i) }
