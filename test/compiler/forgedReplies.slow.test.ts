/** The parent's reaction to a child process that sends anything but the reply to its request. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../src/base/errors.ts';
import { makeLog } from '../../src/base/log.ts';
import { Compiler } from '../../src/compiler/compiler.ts';
import { waitFor } from '../run/waitFor.ts';

/** A child that answers the first request, and the later ones with `answer(nonce, name, send)`. */
const childWith = (answer: string) => `
const { writeSync } = require('node:fs');
const send = (text) => { for (let bytes = Buffer.from(text); bytes.length > 0; ) bytes = bytes.subarray(writeSync(3, bytes)); };
const answer = ${answer};
const reply = (value) => JSON.stringify({ reply: { value, mustRestart: false } });
const valid = reply({ errors: [], cubes: 7, views: 0, ms: 1 });
let first;
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { nonce, name, body } = JSON.parse(line);
  if (name !== 'start') return answer({ nonce, name, body, send, reply, valid, first });
  first = nonce;
  send(nonce + ' ' + reply(true) + '\\n');
});
`;

describe('a child process that does not answer as the compiler does', () => {
  let folder: string;
  let warnings: string[];
  let compiler: Compiler;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'forged-'));
    warnings = [];
  });
  afterEach(() => {
    compiler.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (answer: string) => {
    const bundlePath = join(folder, 'child.cjs');
    writeFileSync(bundlePath, childWith(answer));
    const log = makeLog((level, message) => level === 'warn' && warnings.push(message));
    compiler = new Compiler({ bundlePath, trustModels: true, log });
  };
  const failureOf = async (answer: string) => {
    start(answer);
    const failure = await compiler.compile({ files: [] }).catch((thrown: unknown) => thrown);
    assert.ok(failure instanceof UserError, String(failure));
    return failure;
  };

  it('is believed when it repeats the nonce of the request', async () => {
    start("({ nonce, valid, send }) => send(nonce + ' ' + valid + '\\n')");
    assert.equal((await compiler.compile({ files: [] })).cubes, 7);
  });

  it('is believed when its reply arrives in pieces', async () => {
    start("({ nonce, valid, send }) => { for (const part of nonce + ' ' + valid + '\\n') send(part); }");
    assert.equal((await compiler.compile({ files: [] })).cubes, 7);
  });

  for (const [what, answer] of [
    ['without a nonce', "({ valid, send }) => send(valid + '\\n')"],
    ['with the nonce of an earlier request', "({ first, valid, send }) => send(first + ' ' + valid + '\\n')"],
    ['with a guessed nonce', "({ valid, send }) => send('0'.repeat(32) + ' ' + valid + '\\n')"],
    ['before the true one', "({ nonce, valid, send }) => send('x ' + valid + '\\n' + nonce + ' ' + valid + '\\n')"],
    ['that is a message of the runtime', '({ send }) => send(\'{"cmd":"NODE_HANDLE_ACK"}\\n\')'],
    ['that is an empty line', "({ send }) => send('\\n')"],
  ] as const) {
    it(`is stopped when it sends a reply ${what}`, async () => {
      const failure = await failureOf(answer);
      assert.equal(failure.code, 'forged-reply');
      assert.match(
        failure.describe(),
        /not its reply, so it was stopped\. Check the model for code that sends messages/,
      );
    });
  }

  for (const [what, text] of [
    ['no JSON', "'{'"],
    ['null', "'null'"],
    ['no object', "'[]'"],
    ['a value of another request', 'reply(true)'],
    ['a result with invalid errors', 'reply({ errors: [null], cubes: 1, views: 0, ms: 1 })'],
    ['a result without counts', 'reply({ errors: [] })'],
    ['no word on a restart', 'JSON.stringify({ reply: { value: { errors: [], cubes: 1, views: 0, ms: 1 } } })'],
    ['a failure that is not a text', 'JSON.stringify({ failure: {} })'],
    ['a million levels', "'['.repeat(1e6) + ']'.repeat(1e6)"],
  ] as const) {
    it(`is stopped when its reply is ${what}`, async () => {
      const failure = await failureOf(`({ nonce, reply, send }) => send(nonce + ' ' + ${text} + '\\n')`);
      assert.equal(failure.code, 'invalid-reply');
    });
  }

  it('is stopped when its reply has no end', async () => {
    const failure = await failureOf("({ nonce, send }) => { send(nonce + ' '); for (;;) send('x'.repeat(1e6)); }");
    assert.equal(failure.code, 'large-reply');
    assert.match(failure.message, /more than 128 MB/);
  });

  it('is replaced when it writes while nothing was asked', async () => {
    start(
      "({ nonce, valid, send }) => { send(nonce + ' ' + valid + '\\n'); setTimeout(() => send(nonce + ' ' + valid + '\\n'), 20); }",
    );
    for (const expected of [1, 2]) {
      assert.equal((await compiler.compile({ files: [] })).cubes, 7);
      await waitFor('the refusal is logged', () => warnings.length === expected);
    }
    assert.match(warnings[0]!, /not its reply/);
  });

  it('is one request’s failure, not that of the next one', async () => {
    start("({ name, nonce, valid, send, body }) => send((body.files.length ? 'x' : nonce) + ' ' + valid + '\\n')");
    await assert.rejects(compiler.compile({ files: [{ fileName: 'a', content: '' }] }), UserError);
    assert.equal((await compiler.compile({ files: [] })).cubes, 7);
  });

  for (const [kind, value] of [
    ['query', { plan: { sql: 'x', params: [{}], total: null, columns: [], annotation: {} } }],
    ['query', {}],
    ['meta', { meta: { cubes: [null] } }],
    ['names', { names: [1] }],
    ['cubes', { cubes: [{ name: 'a', dataSource: 'b', fileName: null }] }],
    ['broken', { errors: 'none' }],
    ['metricView', { view: {} }],
    ['refused', {}],
    ['constructor', {}],
  ] as const) {
    it(`is stopped when its answer has the kind ${kind} without its parts: ${JSON.stringify(value)}`, async () => {
      const response = JSON.stringify({ kind, ...value });
      start(`({ nonce, reply, send }) => send(nonce + ' ' + reply(${response}) + '\\n')`);
      const request = { kind: 'meta', securityContext: {} } as const;
      const answer = compiler.queryModel({ model: 'm', files: async () => [], request });
      await assert.rejects(answer, ({ code }: UserError) => code === 'invalid-reply');
    });
  }
});
