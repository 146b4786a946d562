/** Models that attack the compiler's process: they end nothing, and change no result of another branch or caller. */

import assert from 'node:assert/strict';
import { UserError } from '../../src/base/errors.ts';
import { makeLog } from '../../src/base/log.ts';
import type { Compiler } from '../../src/compiler/compiler.ts';
import type { ModelQuery } from '../../src/compiler/modelRequest.ts';
import { asFiles, findings, makeCompiler } from './compilerUnderTest.ts';

const ordersOf = (table: string) =>
  asFiles({
    'orders.yml': `cubes:\n  - name: orders\n    sql_table: ${table}\n    measures:\n      - name: count\n        type: count\n`,
  });
const brokenFiles = asFiles({
  'orders.yml': 'cubes:\n  - name: orders\n    measures:\n      - name: total\n        type: sum\n',
});

const query: ModelQuery = {
  measures: ['orders.count'],
  ...{ dimensions: [], segments: [], timeDimensions: [], filters: [] },
  ...{ limit: 10, offset: 0, timezone: 'UTC', ungrouped: false, total: false },
};

/** Code with the built-in objects of the compiler itself, and a cube as the disguise. */
const hostile = (code: string) =>
  asFiles({
    'a.js': `const Outside = cube.constructor.constructor; const outside = Outside('return globalThis')();
${code}
cube('orders', { sql_table: 'forged', measures: { count: { type: 'count' } } });`,
  });

/** Replaces a method of the compiler's own realm by one that looks for a nonce and forges results. */
const wrap = (object: string, name: string) => `
  try {
    const target = ${object}, original = target['${name}'];
    const forged = function (...args) {
      const result = original.apply(this, args);
      if (typeof result === 'string') return outside.String(result).replace(/real_table/g, 'forged');
      return result;
    };
    try { target['${name}'] = forged; } catch {}
    try { outside.Object.defineProperty(target, '${name}', { value: forged }); } catch {}
  } catch {}`;

const attacks: Readonly<Record<string, string>> = {
  'sends a message of the runtime to the parent':
    "try { Outside('return process')().send({ cmd: 'NODE_HANDLE_ACK' }); } catch {}",
  'wraps the function that sends messages':
    "try { const p = Outside('return process')(); const send = p.send; p.send = (m) => send.call(p, JSON.parse(JSON.stringify(m).replace(/real_table/g, 'forged'))); } catch {}",
  'replaces the functions of JSON': wrap('outside.JSON', 'stringify') + wrap('outside.JSON', 'parse'),
  'replaces methods of texts': ['split', 'replace', 'indexOf', 'slice', 'charCodeAt']
    .map((name) => wrap('outside.String.prototype', name))
    .join(''),
  'replaces methods of arrays': ['map', 'push', 'join', 'filter', 'slice']
    .map((name) => wrap('outside.Array.prototype', name))
    .join(''),
  'replaces methods of maps and promises':
    wrap('outside.Map.prototype', 'get') +
    wrap('outside.Map.prototype', 'set') +
    wrap('outside.Promise.prototype', 'then'),
  'replaces methods of functions and objects':
    wrap('outside.Function.prototype', 'call') +
    wrap('outside.Function.prototype', 'bind') +
    wrap('outside.Object', 'entries'),
  'adds methods to all objects':
    "for (const name of ['toJSON', 'then', 'errno', 'oncomplete', 'nonce', 'reply']) try { outside.Object.defineProperty(outside.Object.prototype, name, { configurable: true, get() { return undefined; }, set() {} }); } catch {}",
  'reads the bytes of buffers':
    "try { outside.Object.defineProperty(Object.getPrototypeOf(outside.Uint8Array.prototype), 'byteLength', { get() { outside.seen = this; return 0; } }); } catch {} try { outside.Buffer.prototype.toString = () => 'forged'; } catch {}",
  'replaces global objects':
    "for (const name of ['JSON', 'Object', 'Array', 'Map', 'Promise', 'Error', 'TextEncoder', 'setImmediate', 'Reflect', 'Proxy']) { try { outside[name] = {}; } catch {} try { delete outside[name]; } catch {} }",
  'looks for objects in stack traces':
    "Error.prepareStackTrace = outside.Error.prepareStackTrace = (_, sites) => { for (const site of sites) for (const found of [site.getThis(), site.getFunction()]) { try { found?.stdin?.destroy(); found?.kill?.(); found?.write?.('x'); } catch {} } return ''; }; try { new outside.Error().stack; new Error().stack; null.x; } catch (failure) { failure.stack; }",
  'leaves code for later':
    "let n = 0; const timer = outside.setInterval(() => { try { Outside('return process')().send({}); } catch {} if (++n > 50) outside.clearInterval(timer); }, 1);",
  'throws later':
    "outside.setTimeout(() => { throw new Error('later'); }, 1); outside.Promise.reject(new Error('rejected'));",
  'throws an object that throws':
    "outside.Promise.reject(new Proxy({}, { get() { throw 1; } })); throw new Proxy(new Error('x'), { get() { throw new Error('twice'); } });",
  'throws a text of 300 MB': "throw new Error('x'.repeat(3e8));",
  'throws something that is not an error': 'throw { message: { length: 1 }, toString() { return {}; } };',
  'has 300 MB of SQL': "cube('big', { sql: 'x'.repeat(3e8), measures: { count: { type: 'count' } } });",
  'has a deep object':
    "let deep = {}; for (let i = 0; i < 20000; i++) deep = { deep }; cube('deep', { sql_table: 't', meta: deep });",
  'has cubes with getters and proxies':
    "cube('odd', new Proxy({ sql_table: 't', get measures() { throw new Error('no'); } }, { ownKeys() { return ['sql_table', 'measures']; }, getOwnPropertyDescriptor() { return { configurable: true, enumerable: true, value: 1 }; } }));",
};

describe('a model that attacks the compiler', () => {
  let compiler: Compiler;
  let warnings: string[];
  before(() => {
    warnings = [];
    compiler = makeCompiler({ log: makeLog((level, message) => level === 'warn' && warnings.push(message)) });
  });
  after(() => compiler.dispose());

  const ask = (line: string, model: string, files: ReturnType<typeof asFiles>, securityContext = {}) =>
    compiler.queryModel({ line, model, files: async () => files, request: { kind: 'query', query, securityContext } });
  const sqlOf = async (...args: Parameters<typeof ask>) => {
    const answer = await ask(...args);
    return answer.kind === 'query' ? answer.plan.sql : JSON.stringify(answer);
  };
  /** Whether each answer of the branch is right, with requests that are in its process already and a version after that. */
  const isRight = async (line: string, table: string) => {
    assert.match(await sqlOf(line, `${table} 1`, ordersOf(table)), new RegExp(`FROM\\s+${table}\\b`));
    assert.deepEqual(findings(await compiler.compile({ line, files: ordersOf(table) })), {
      errors: [],
      cubes: 1,
      views: 0,
    });
    const { errors } = await compiler.compile({ line, files: brokenFiles });
    assert.ok(
      errors.some(({ message }) => /total\.sql\) is required/.test(message)),
      JSON.stringify(errors),
    );
  };

  let attempt = 0;
  for (const [what, code] of Object.entries(attacks)) {
    it(`${what}: other branches get right answers, before and after`, async () => {
      attempt += 1;
      await isRight('main', 'real_table');
      const files = hostile(code);
      const outcome = await Promise.allSettled([
        compiler.compile({ line: 'evil', model: `evil ${attempt}`, files }, { deadlineMs: 30_000 }),
        ask('evil', `evil ${attempt}`, files),
      ]);
      for (const result of outcome) {
        if (result.status === 'rejected') assert.ok(result.reason instanceof UserError, String(result.reason));
        // Whatever it says is bounded.
        else assert.ok(JSON.stringify(result.value).length < 1e6, what);
      }
      await isRight('main', 'real_table');
      await isRight('other', 'real_table');
      // The branch can go on with another version.
      assert.ok((await compiler.compile({ line: 'evil', files: ordersOf('real_table') })).cubes > 0);
    }).timeout(120_000);
  }

  it('reaches no process object, stream, file function or nonce, whatever it follows', async () => {
    const walk = `
const seen = new Set(), found = [], queue = [];
const look = (value, path) => {
  if (typeof value === 'string' && /^[0-9a-f]{32}\\b/.test(value)) found.push(path);
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
  seen.add(value);
  queue.push([value, path]);
};
const timer = outside.setTimeout(() => {}, 1e6), immediate = outside.setImmediate(() => {});
for (const [name, start] of Object.entries({
  outside, console, cube, view, require, context: COMPILE_CONTEXT, timer, immediate, failure: new outside.Error('x'),
  buffer: outside.Buffer.from('x').buffer, performance: outside.performance, promise: outside.Promise.resolve(),
  callee: (function () { try { return arguments.callee.caller; } catch {} })(), self: this,
})) look(start, name);
const names = /^(send|writeSync|readSync|spawn|binding|_linkedBinding|dlopen|reallyExit|kill|_kill|nonce|stdin)$/;
for (let count = 0; queue.length > 0 && count < 200000; count += 1) {
  const [object, path] = queue.shift();
  let keys = [];
  try { keys = Reflect.ownKeys(object); } catch {}
  for (const key of keys) {
    const place = path + '.' + String(key);
    try {
      const property = Reflect.getOwnPropertyDescriptor(object, key);
      if (names.test(String(key)) && (property.value ?? property.get) !== undefined) found.push(place);
      if (['_handle', 'fd', 'pid'].includes(key) && property.value !== undefined) found.push(place);
      if (property.get) { look(property.get, place); try { look(object[key], place); } catch {} }
      else look(property.value, place);
    } catch {}
  }
  try { look(Reflect.getPrototypeOf(object), path + '.__proto__'); } catch {}
  if (object instanceof outside.Map || object instanceof Map) for (const [key, value] of object) { look(key, path + '(key)'); look(value, path + '(value)'); }
  if (object instanceof outside.Set || object instanceof Set) for (const value of object) look(value, path + '(item)');
}
outside.clearTimeout(timer);
outside.clearImmediate(immediate);
throw new Error('reached ' + seen.size + ' objects: ' + found.join(', ') + ' // security_context');`;
    const { errors } = await compiler.compile({ line: 'walk', files: hostile(walk) });
    const [, count, found] = /reached (\d+) objects: (.*) \/\//.exec(errors[0]!.message) ?? [];
    assert.ok(Number(count) > 500, errors[0]!.message);
    assert.equal(found, '');
  });

  it('changes no built-in object that its own branch’s next version uses', async () => {
    for (const [what, code] of Object.entries(attacks)) {
      if (!/^(replaces|adds|reads)/.test(what)) continue;
      await compiler.compile({ line: 'dev', files: hostile(code) });
      await isRight('dev', 'real_table');
    }
  });

  it('receives the length of a message that was cut', async () => {
    const { errors } = await compiler.compile({ line: 'evil', files: hostile(attacks['throws a text of 300 MB']!) });
    assert.match(errors[0]!.message, /x… \(cut: the message has 3\d{8} characters\)/);
  });

  it('receives the number of errors that are left out', async () => {
    const many = `for (let i = 0; i < 600; i++) cube('c' + i, { sql_table: 't', measures: { ['m' + 'x'.repeat(9000)]: { type: 'none' } } });`;
    const { errors } = await compiler.compile({ line: 'evil', files: hostile(many) });
    assert.match(errors.at(-1)!.message, /^Errors that are not shown: \d+\.$/);
    assert.ok(JSON.stringify(errors).length < 5e6);
  });

  it('receives an error when its answer is too large, or too deep', async () => {
    const big = hostile(attacks['has 300 MB of SQL']!);
    const bigQuery = { ...query, measures: ['big.count'] };
    await assert.rejects(
      compiler.queryModel({
        ...{ line: 'evil', model: 'big', files: async () => big },
        request: { kind: 'query', query: bigQuery, securityContext: {} },
      }),
      /answer of the model (is larger than 128 MB|cannot be sent)/,
    );
    const deep = hostile(
      "let deep = {}; for (let i = 0; i < 300; i++) deep = { deep }; cube('deep', { sql_table: 't', meta: deep, measures: { count: { type: 'count' } } });",
    );
    await assert.rejects(
      compiler.queryModel({
        ...{ line: 'evil', model: 'deep', files: async () => deep },
        request: { kind: 'meta', securityContext: {} },
      }),
      /nested more than 200 levels/,
    );
  });

  it('that is trusted writes to the pipe, and its message is refused', async () => {
    const own = makeCompiler({ trustModels: true });
    const forged = hostile(`const process = Outside('return process')();
      const { writeSync } = process.mainModule.require('fs');
      writeSync(3, JSON.stringify({ reply: { value: { errors: [], cubes: 9, views: 9, ms: 1 }, mustRestart: false } }) + '\\n');`);
    const failure = await own.compile({ files: forged }).catch((thrown: unknown) => thrown);
    assert.ok(failure instanceof UserError && failure.code === 'forged-reply', String(failure));
    assert.equal((await own.compile({ files: ordersOf('t') })).cubes, 1);
    own.dispose();
  });

  describe('that keeps what it knows about a caller', () => {
    /** Adds every context that it has seen to the SQL. The compiler gives a function what its parameters name. */
    const keeper = (name: string, remark = '') =>
      asFiles({
        'a.js': `${remark}
const Outside = cube.constructor.constructor; const outside = Outside('return globalThis')();
const kept = [];
const keep = (context) => {
  kept.push(String(context?.tenant?.unsafeValue?.()));
  try { outside.kept = kept; } catch {}
  try { outside.Array.prototype.kept = kept; } catch {}
  return 'select ' + kept.join(' ');
};
const sql = new Function('keep', 'return (' + ${name} + ') => keep(' + ${name} + ')')(keep);
cube('orders', Object.assign({ measures: { count: { type: 'count' } } }, { ['sq' + 'l']: sql }));`,
      });
    const named = keeper("'SECURITY_CONTEXT'");
    const composed = keeper("'SECURITY_' + 'CONTEXT'");

    it('answers a second caller without it', async () => {
      assert.match(await sqlOf('line', 'named', named, { tenant: 'alice' }), /select (undefined )*alice\b/);
      for (const tenant of ['bob', 'carol', 'bob']) {
        const sql = await sqlOf('line', 'named', named, { tenant });
        assert.match(sql, new RegExp(tenant));
        assert.doesNotMatch(sql, /alice/, tenant);
      }
    });

    it('gets no context by a name that it composes', async () => {
      const inComment = keeper("'SECURITY_' + 'CONTEXT'", '// security_context');
      assert.match(await sqlOf('line', 'comment', inComment, { tenant: 'alice' }), /alice/);
      for (const tenant of ['alice', 'bob']) {
        const sql = await sqlOf('line', 'composed', composed, { tenant });
        assert.match(sql, /select/);
        assert.doesNotMatch(sql, /alice|bob/);
      }
    });
  });
});
