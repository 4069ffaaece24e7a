"""
Serves PDF tasks. Each line of standard input is a request, done in a process forked for it, which answers with lines of
progress and its outcome; then this process says how that one ended. A task thus starts in milliseconds, with the
library loaded, and leaves nothing behind.
"""

import gc
import importlib
import json
import os
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(1, os.path.join(HERE, "..", "fonts"))

import lean_pikepdf  # noqa: E402,F401  (must come before anything that imports pikepdf)

from parts.objects import UNREADABLE  # noqa: E402
from parts.outcome import Failure, report  # noqa: E402
from parts.source import has_restricted  # noqa: E402


def list_modules() -> list[str]:
    found: list[str] = []
    for folder, _, names in os.walk(os.path.join(HERE, "tasks")):
        package = os.path.relpath(folder, HERE).replace(os.sep, ".")
        found += [f"{package}.{name[:-3]}" for name in names if name.endswith(".py")]
    return found


# All tasks are loaded before the first fork, so that no forked process has to load one. A task is named like its file.
TASKS = {module.rpartition(".")[2]: importlib.import_module(module).run for module in list_modules()}


def perform_task(request: dict) -> None:
    run = TASKS[request["task"]]
    try:
        result = run(request)
    except Failure as failure:
        report(
            failed={"reason": failure.reason, "detail": failure.detail, "input": failure.input, "part": failure.part}
        )
    except MemoryError:
        report(failed={"reason": "limit_exceeded", "detail": "out of memory", "input": None})
    except RecursionError:
        report(failed={"reason": "limit_exceeded", "detail": "nested too deep", "input": None})
    except UNREADABLE:
        # The library cannot read the document, and trying again would not help. Any other exception is a fault of ours.
        report(failed={"reason": "unreadable_input", "detail": traceback.format_exc()[-2000:], "input": None})
    else:
        report(result={"restricted": has_restricted(), **result})


def serve_request(line: bytes) -> None:
    child = os.fork()
    if child == 0:
        code = 1
        try:
            perform_task(json.loads(line))
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            # Tearing down hundreds of thousands of objects would take longer than some tasks do.
            os._exit(code)
    _, status = os.waitpid(child, 0)
    # A task that was killed may have been in the middle of a line, which is ended here.
    sys.stdout.write("\n")
    report(ended={"code": os.WEXITSTATUS(status), "signal": os.WTERMSIG(status)})


def main() -> None:
    # Each process ends with its task, so looking for cycles among its objects would only cost time.
    gc.disable()
    report(ready=True)
    for line in sys.stdin.buffer:
        serve_request(line)


main()
