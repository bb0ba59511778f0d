"""A Sextant process that steps a robot, and the messages to it."""

import os
import subprocess
import sys
import tempfile

from sextant_bridge.frames import arrays_of, read_frame, write_frame

# So long may it end by itself when it is closed.
LINGER_S = 3.0
# Characters of its last words that an error shows.
SHOWN = 2000


class SextantError(RuntimeError):
    """What went wrong on Sextant's side; `code` is stable."""

    def __init__(self, message, code="internal"):
        super().__init__(message)
        self.code = code


class RobotProcess:
    """Answers one message at a time. It ends with us, whatever happens to us."""

    def __init__(self, command, arguments):
        # Not in our process group: Ctrl-C is for Python, which decides what becomes of its environments.
        apart = {"start_new_session": True} if os.name == "posix" else {"creationflags": 0x200}
        self._words = tempfile.TemporaryFile()
        self._owner = os.getpid()
        try:
            self._child = subprocess.Popen(
                list(command or find_sextant()) + ["robot"] + list(arguments),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._words,
                **apart
            )
        except OSError as error:
            self._words.close()
            raise SextantError("Sextant cannot be started: {}".format(error), "bad_config") from error
        self.waiting = False

    def send(self, header, body=b""):
        if os.getpid() != self._owner:
            raise SextantError("this environment belongs to another process: make it in the one that uses it", "bad_argument")
        if self.waiting:
            raise SextantError("the last step was begun and not yet ended", "bad_argument")
        try:
            write_frame(self._child.stdin, header, body)
        except OSError:
            raise self._gone() from None
        self.waiting = True

    def receive(self):
        """Header and arrays of the reply. Whoever is interrupted here is out of step, so the process ends."""
        try:
            header, body = read_frame(self._child.stdout)
        except (EOFError, ValueError):
            raise self._gone() from None
        except BaseException:
            self.kill()
            raise
        self.waiting = False
        if "error" in header:
            fix = "; {}".format(header["fix"]) if "fix" in header else ""
            raise SextantError(header["error"] + fix, header["code"])
        return header, arrays_of(header, body)

    def ask(self, header, body=b""):
        self.send(header, body)
        return self.receive()

    @property
    def alive(self):
        return self._child.poll() is None

    def settle(self):
        """Forgets a reply that somebody asked for and did not fetch."""
        if self.waiting:
            try:
                self.receive()
            except SextantError:
                pass

    def close(self):
        """Lets it end by itself."""
        # A copy of this process has copies of the pipes, but the child is not its own.
        if os.getpid() != self._owner:
            return
        try:
            self._child.stdin.close()
        except OSError:
            pass
        try:
            self._child.wait(LINGER_S)
        except subprocess.TimeoutExpired:
            pass
        self.kill()

    def kill(self):
        if self.alive:
            self._child.kill()
            self._child.wait()
        self._child.stdout.close()
        self._words.close()

    def _gone(self):
        """What is known about its end."""
        try:
            code = self._child.wait(LINGER_S)
        except subprocess.TimeoutExpired:
            code = None
        said = ""
        if not self._words.closed:
            self._words.seek(0)
            said = self._words.read().decode(errors="replace").strip()[-SHOWN:]
        self.kill()
        return SextantError(
            "the Sextant process ended with code {}; reset starts another{}".format(code, "\n" + said if said else ""), "died"
        )


def find_sextant():
    """The Sextant that this folder belongs to: a clone or an npm package; otherwise whichever is installed."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    script, built = os.path.join(root, "bin", "sextant"), os.path.join(root, "dist", "cli", "bin.js")
    if os.path.exists(script) and sys.platform != "win32":
        return [script]
    return ["node", built] if os.path.exists(built) else ["sextant"]
