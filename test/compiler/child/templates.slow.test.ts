/** Jinja templates in model files, and the Python functions they call. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { CompileResult } from '../../../src/compiler/compileResult.ts';
import type { Compiler } from '../../../src/compiler/compiler.ts';
import { asFiles, findings, makeCompiler } from '../compilerUnderTest.ts';

describe('templates', () => {
  let compiler: Compiler;
  before(() => {
    compiler = makeCompiler({ trustModels: true });
  });
  after(() => compiler.dispose());

  const compile = (texts: Record<string, string>): Promise<CompileResult> =>
    compiler.compile({ files: asFiles(texts) });

  const compilesWith = async (texts: Record<string, string>, cubes: number) => {
    assert.deepEqual(findings(await compile(texts)), { errors: [], cubes, views: 0 });
  };

  const failsWith = async (texts: Record<string, string>, message: RegExp) => {
    const { errors, cubes } = await compile(texts);
    assert.equal(errors.length, 1, JSON.stringify(errors));
    assert.match(errors[0]!.message, message);
    assert.equal(errors[0]!.fileName, null);
    assert.equal(cubes, 0);
  };

  it('renders loops and macros of another file', async () => {
    await compilesWith(
      {
        'macros.jinja': "{% macro table(name) %}sql_table: {{ 'public.' ~ name }}{% endmacro %}",
        'cubes/many.yml':
          "{% import 'macros.jinja' as m %}\ncubes:\n{% for name in ['a', 'b', 'c'] %}\n  - name: {{ name }}\n    {{ m.table(name) }}\n{% endfor %}\n",
      },
      3,
    );
  });

  it('renders values in a .jinja file as JSON, as in other files', async () => {
    const { errors } = await compile({
      'cubes/a.jinja': "cubes:\n  - name: a\n    sql_table: t\n    title: {{ 'x: y' }}\n",
    });
    assert.deepEqual(errors, []);
  });

  it('reads environment variables and their defaults', async () => {
    await compilesWith({ 'a.yml': "cubes:\n  - name: a\n    sql_table: {{ env_var('NOT_SET_HERE', 't') }}\n" }, 1);
    await failsWith(
      { 'a.yml': "cubes:\n  - name: a\n    sql_table: {{ env_var('NOT_SET_HERE') }}\n" },
      /^invalid operation: unknown env variable NOT_SET_HERE \(in a\.yml\)$/,
    );
  });

  it('continues after a template with endless recursion', async () => {
    await failsWith(
      { 'a.yml': '{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}' },
      /recursion limit exceeded \(in a\.yml:1\)/,
    );
    await compilesWith({ 'a.yml': "cubes:\n  - name: {{ 'a' }}\n    sql_table: t\n" }, 1);
  });

  describe('globals.py', () => {
    const hasPython = spawnSync(process.platform === 'win32' ? 'python' : 'python3', ['--version']).status === 0;
    const header = 'from cube import TemplateContext, SafeString\ntemplate = TemplateContext()\n';
    const one = 'cubes:\n  - name: {{ name() }}\n    sql_table: t\n';

    it('is not run unless the model is trusted', async () => {
      const restricted = makeCompiler();
      const files = asFiles({ 'globals.py': header, 'a.yml': "cubes:\n  - name: {{ 'a' }}\n    sql_table: t\n" });
      const { errors } = await restricted.compile({ files });
      restricted.dispose();
      assert.equal(errors.length, 1);
      assert.match(errors[0]!.message, /globals\.py is not run.*--trust-model.*\(in globals\.py:1\)$/);
    });

    before(function () {
      if (hasPython) return;
      console.log('    (skipped: there is no Python on this machine)');
      this.skip();
    });

    it('provides functions, filters and variables to templates', async () => {
      const globals = `${header}
@template.function('names')
def names(count, options):
    return [options['prefix'] + str(i) for i in range(count)]

@template.function
async def whole_cube():
    print('not part of the output')
    return SafeString('- name: whole\\n    sql_table: t')

@template.filter
def upper_case(text):
    return text.upper()

template.add_variable('tables', {'main': 'public.orders'})
`;
      const text =
        "cubes:\n{% for name in names(2, prefix='cube_') %}\n  - name: {{ name|upper_case }}\n    sql_table: {{ tables.main }}\n{% endfor %}\n  {{ whole_cube() }}\n";
      await compilesWith({ 'globals.py': globals, 'a.yml': text }, 3);
    });

    it('reports the line at which Python fails', async () => {
      await failsWith(
        { 'globals.py': `${header}\nx = 1 / 0\n`, 'a.yml': one },
        /^Python error: ZeroDivisionError: division by zero \(in globals\.py:4\)$/,
      );
      await failsWith({ 'globals.py': 'if x\n', 'a.yml': one }, /^Python error: SyntaxError: .* \(in globals\.py:1\)$/);
      await failsWith(
        { 'globals.py': `${header}@template.function\ndef name():\n    raise ValueError('no name')\n`, 'a.yml': one },
        /Python error: ValueError: no name \(in globals\.py:5\)$/,
      );
    });

    it('names the value that cannot be passed to a template', async () => {
      await failsWith(
        { 'globals.py': `${header}@template.function\ndef name():\n    return object()\n`, 'a.yml': one },
        /the result of name is a Python object \(object\)\. Templates can use Python objects only on the platform/,
      );
    });

    it('preserves quotes and non-ASCII letters in values', async () => {
      const globals = `${header}@template.function\ndef name():\n    return 'né "x"'\n`;
      const { errors } = await compile({
        'globals.py': globals,
        'a.yml': 'cubes:\n  - name: a\n    sql_table: t\n    title: {{ name() }}\n    tytle: {{ name() }}\n',
      });
      assert.deepEqual(
        errors.map(({ message }) => message),
        ['a cube: (tytle = né "x") is not allowed'],
      );
    });
  });
});
