# Runs one request of standard input, for a model's globals.py or a script over rows, and prints one line of JSON. Needs Python 3.8 or later.
import asyncio, contextlib, functools, inspect, io, json, math, os, sys, threading, traceback, types


class TemplateException(Exception):
    pass


class SafeString(str):
    pass


class TemplateContext:
    def __init__(self):
        self.functions, self.filters, self.variables = {}, {}, {}
        contexts.append(self)

    def add_variable(self, name, value):
        if name in self.functions:
            raise TemplateException("unable to register variable: name '%s' is already in use for function" % name)
        self.variables[name] = value

    def add_function(self, name, function):
        self._add(self.functions, name, function)

    def add_filter(self, name, function):
        self._add(self.filters, name, function)

    def function(self, name_or_function):
        return self._decorate(self.add_function, name_or_function)

    def filter(self, name_or_function):
        return self._decorate(self.add_filter, name_or_function)

    def _add(self, table, name, function):
        if not callable(function):
            kind = type(function).__name__
            raise TemplateException("function registration must be used with functions, actual: '%s'" % kind)
        table[name] = function

    def _decorate(self, add, name_or_function):
        if not isinstance(name_or_function, str):
            add(name_or_function.__name__, name_or_function)
            return name_or_function

        def named(function):
            add(name_or_function, function)
            return function

        return named


def context_func(function):
    function.cube_context_func = True
    return function


def install_cube_module():
    module = types.ModuleType("cube")
    for item in (TemplateContext, TemplateException, SafeString, context_func):
        setattr(module, item.__name__, item)
    module.memo = lambda function: functools.lru_cache(maxsize=None)(function)
    sys.modules["cube"] = module


def plain(value, owner):
    if isinstance(value, SafeString):
        return {"__safe__": str(value)}
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict):
        return {str(key): plain(item, owner) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item, owner) for item in value]
    kind = type(value).__name__
    advice = "Templates can use Python objects only on the platform, not here"
    if request["kind"] == "script":
        advice = "Use None, numbers, texts, lists and dictionaries"
    raise TypeError("%s is a Python object (%s). %s" % (owner, kind, advice))


def limit_memory(megabytes):
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    except (ImportError, OSError, ValueError):
        pass  # Not every system has this limit.


def handle(request):
    scope = {"__name__": "__main__", "__file__": request["fileName"]}
    if request["kind"] == "script":
        scope["rows"] = request["rows"]
    exec(compile(request["content"], request["fileName"], "exec"), scope)
    if request["kind"] == "script":
        result = plain(scope.get("result"), "the variable result")
        return {"text": output.getvalue()[: request["maxText"]], "result": result}
    functions, filters, variables = {}, {}, {}
    for context in contexts:
        functions.update(context.functions)
        filters.update(context.filters)
        variables.update(context.variables)
    for name, value in scope.items():
        if getattr(value, "cube_context_func", False):
            functions[name] = value
    if request["kind"] == "list":
        return {
            "functions": list(functions),
            "filters": list(filters),
            "variables": {name: plain(value, name) for name, value in variables.items()},
        }
    result = (functions if request["kind"] == "function" else filters)[request["name"]](*request["args"])
    if inspect.isawaitable(result):
        async def wait():
            return await result

        result = asyncio.run(wait())
    return plain(result, "the result of %s" % request["name"])


def failure_message(failure, file_name):
    if isinstance(failure, SyntaxError) and failure.filename == file_name:
        return "Python error: %s: %s (in %s:%s)" % (type(failure).__name__, failure.msg, file_name, failure.lineno)
    lines = [frame.lineno for frame in traceback.extract_tb(failure.__traceback__) if frame.filename == file_name]
    place = " (in %s:%s)" % (file_name, lines[-1]) if lines else ""
    text = "it needs more than %s MB" % request["memoryMb"] if isinstance(failure, MemoryError) else failure
    return "Python error: %s: %s%s" % (type(failure).__name__, text, place)


contexts = []
request = json.loads(sys.stdin.read())
# The process that started this one may be killed. This timer stops an endless loop in that case.
timer = threading.Timer(request["deadlineS"], lambda: os._exit(3))
timer.daemon = True
timer.start()
install_cube_module()
limit_memory(request["memoryMb"])
output = io.StringIO()
try:
    with contextlib.redirect_stdout(output):
        reply = {"result": handle(request)}
except BaseException as failure:
    reply = {"failure": failure_message(failure, request["fileName"])}
print(json.dumps(reply))
sys.stdout.flush()
os._exit(0)
