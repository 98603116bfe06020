"""Runs a driver in bounds: bounds.py <bytes of memory> <seconds> <driver> <arguments>."""

import runpy
import sys

try:
    import resource
except ImportError:  # a system without these limits
    resource = None


def refuse_network(event, args):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"):
        raise PermissionError("there is no network here")


memory, seconds = int(sys.argv[1]), int(sys.argv[2])
if resource is not None:
    if memory > 0:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    # Whoever started this ends it in time; where that was killed itself, the system does.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
sys.addaudithook(refuse_network)
sys.argv = sys.argv[3:]
sys.path[0] = ""
runpy.run_path(sys.argv[0], run_name="__main__")
