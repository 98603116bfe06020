package jupyter

import "syscall"

// setParentDeath has the system kill the process when the thread that started it ends.
func setParentDeath(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
