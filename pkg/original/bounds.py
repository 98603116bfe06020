"""Runs a driver in bounds: bounds.py <bytes of memory> <driver> <arguments>.

A limit on the time of the processor would make its clock as coarse as the system's ticks, so there is none.
"""

import runpy
import sys

try:
    import resource
except ImportError:  # a system without these limits
    resource = None


def refuse_network(event, args):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"):
        raise PermissionError("there is no network here")


memory = int(sys.argv[1])
if resource is not None:
    if memory > 0:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
sys.addaudithook(refuse_network)
sys.argv = sys.argv[2:]
sys.path[0] = ""
runpy.run_path(sys.argv[0], run_name="__main__")
