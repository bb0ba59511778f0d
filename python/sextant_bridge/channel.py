"""Messages over the two pipes that this process was started with."""

import atexit
import os
import queue
import signal
import threading
import time

from .frames import read_frame, write_frame

# So long may code end by itself once nobody listens any more.
LINGER_S = 2.0


class Closed(BaseException):
    """Nobody is at the other end. No `Exception`, so that `except Exception` lets it pass."""


class Channel:
    def __init__(self):
        # The pipes move to descriptors that nobody knows before any code of the user runs: what it prints goes to stderr.
        self._in = os.fdopen(os.dup(0), "rb")
        self._out = os.fdopen(os.dup(1), "wb")
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(2, 1)
        self._pid = os.getpid()
        self._inbox = queue.Queue()
        self._unread = []
        # Registered first, so it comes last.
        atexit.register(end_all)
        threading.Thread(target=self._listen, daemon=True).start()

    def receive(self):
        """The next message: header and body."""
        self._leave_if_forked()
        message = self._unread.pop() if self._unread else self._inbox.get()
        if message is None:
            self._inbox.put(None)
            raise Closed
        return message

    def unread(self, message):
        """Puts a message back: it is somebody else's."""
        self._unread.append(message)

    def send(self, header, body=b""):
        self._leave_if_forked()
        try:
            write_frame(self._out, header, body)
        except OSError as gone:
            raise Closed from gone

    def _listen(self):
        try:
            while True:
                self._inbox.put(read_frame(self._in))
        except EOFError:
            self._inbox.put(None)
            time.sleep(LINGER_S)
            end_all()

    def _leave_if_forked(self):
        # A copy of this process that came back from the user's code must not talk in between.
        if os.getpid() != self._pid:
            os._exit(1)


def end_all():
    """Ends this process and all that it started; not from a copy of it."""
    if os.name != "posix":
        os._exit(1)
    if os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
