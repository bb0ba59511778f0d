"""The first message says what this process is for; whatever goes wrong is told, not printed."""

import faulthandler
import signal
import sys

from .channel import Channel, Closed
from .failure import failure


def main():
    channel = Channel()
    faulthandler.enable(all_threads=False)
    if hasattr(faulthandler, "register"):
        # Shows where somebody hangs before it is ended.
        faulthandler.register(signal.SIGUSR1, all_threads=False)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    try:
        order, _ = channel.receive()
        if order["do"] == "policy":
            from .policy import serve_policy as serve
        elif order["do"] == "model":
            from .model import serve_model as serve
        else:
            from .describe import describe as serve
        serve(channel, order)
    except Closed:
        pass
    except BaseException as error:  # SystemExit too: the user's code has no say in when this process ends.
        channel.send(dict(failure(error), last=True))
