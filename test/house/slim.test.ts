import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as acorn from 'acorn';
import * as esbuild from 'esbuild';
import * as yaml from 'yaml';
import { slimming } from '../../slim.mjs';
import { repository } from '../vscode/locations.ts';

/** Exported and not declared. */
type Acorn = typeof acorn &
  Record<'isIdentifierStart' | 'isIdentifierChar', (code: number, astral: boolean) => boolean>;

const whole = acorn as Acorn;

interface Libraries {
  acorn: Acorn;
  yaml: typeof yaml;
  constants: Record<string, Record<string, unknown>>;
}

async function bundled(): Promise<Libraries> {
  const contents = `export * as acorn from 'acorn'; export * as yaml from 'yaml';
    export { default as constants } from 'undici/lib/llhttp/constants.js';`;
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: repository },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
    plugins: slimming,
    logLevel: 'error',
  });
  const module = { exports: {} };
  new Function('module', 'exports', 'require', outputFiles[0]!.text)(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  return module.exports as Libraries;
}

function outcome(parse: typeof acorn.parse, source: string): unknown {
  try {
    return JSON.parse(JSON.stringify(parse(source, { ecmaVersion: 'latest' })));
  } catch (failure) {
    return { at: (failure as { pos?: number }).pos };
  }
}

describe('libraries without what is not used', () => {
  let slim: Libraries;

  before(async () => {
    slim = await bundled();
  });

  it('tell identifiers as the whole parser does, whatever script they are in', () => {
    // Whole blocks that no version of Unicode changes any more, and what lies outside the first plane.
    const blocks = [
      [0, 0x250],
      [0x3a3, 0x481],
      [0x5d0, 0x5ea],
      [0x620, 0x669],
      [0x904, 0x939],
      [0x2000, 0x2070],
      [0x3041, 0x3096],
      [0x4e00, 0x4f00],
      [0xac00, 0xad00],
      [0xd7fb, 0xd820],
      [0x1d400, 0x1d456],
      [0x1f600, 0x1f640],
      [0x20000, 0x20010],
    ] as const;
    for (const [from, to] of blocks) {
      for (let code = from; code < to; code += 1) {
        assert.equal(slim.acorn.isIdentifierStart(code, true), whole.isIdentifierStart(code, true), code.toString(16));
        assert.equal(slim.acorn.isIdentifierChar(code, true), whole.isIdentifierChar(code, true), code.toString(16));
      }
    }
  });

  it('read sources as the whole parser does, regular expressions among them', () => {
    const sources = [
      'cube(`orders`, { sql: `select 1`, measures: { count: { type: `count` } } });',
      'const größe = 1, 名前 = 2, \u{61}b = 3, 𝒳 = 4;',
      'const a\u00a9 = 1;',
      'x = /a+(?<name>b)\\k<name>/giu; y = /[\\p{L}--[a-z]]/v;',
      'x = /(/;',
      'x = /a/gg;',
      'x = /a/q;',
      'x = [/]/]/u, 1 / 2 / 3;',
      'x = /\\u{110000}/u;',
      'x = /abc',
      'for (;;) {',
      'export default 1',
    ];
    for (const source of sources) {
      assert.deepEqual(outcome(slim.acorn.parse, source), outcome(acorn.parse, source), source);
    }
  });

  it('read YAML as the whole library does', () => {
    const sources = [
      'a: 1\nb: [x, "y", {z: ~}]\n',
      'a: &x {k: v}\nb: *x\n',
      'a: b: c\n',
      '- |\n  text\n- >-\n  more\n',
    ];
    for (const source of sources) {
      const [one, other] = [slim.yaml, yaml].map((library) => {
        const document = library.parseDocument(source, { keepSourceTokens: true });
        const errors = document.errors.map(({ message, pos, code }) => ({ message, pos, code }));
        return {
          errors,
          value: errors.length > 0 ? undefined : JSON.stringify(document.toJS()),
          text: JSON.stringify(document.contents?.range),
        };
      });
      assert.deepEqual(one, other, source);
    }
  });

  it('know every name the HTTP client asks for', () => {
    const whole = createRequire(import.meta.url)(path.join(repository, 'node_modules/undici/lib/llhttp/constants.js'));
    for (const name of ['ERROR', 'TYPE']) assert.deepEqual({ ...slim.constants[name] }, { ...whole[name] }, name);
  });
});
