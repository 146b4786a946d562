import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { readFileHashes } from '../../src/contract/dataModel/dataModel.ts';
import { record } from '../../src/contract/definition/record.ts';
import { operations } from '../../src/contract/operations.ts';

const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'];
const hash = 'a'.repeat(40);
/** JSON text, because an object literal cannot name `__proto__`. */
const hashes = `{${names.map((name) => `"${name}":{"hash":"${hash}"}`).join(',')}}`;

/** The keys that a schema keeps. */
function keysOf(schema: z.ZodMiniType, json: string, part?: string): string[] {
  const parsed = schema.parse(JSON.parse(json)) as Record<string, object>;
  return Object.keys(part === undefined ? parsed : parsed[part]!).sort();
}

describe('names that every object inherits, as keys of the contract', () => {
  it('stay in the manifest of an upload', () => {
    const json = `{"transaction":{"id":1},"files":${hashes}}`;
    assert.deepEqual(keysOf(operations.finishUpload.body, json, 'files'), names);
  });

  for (const [form, json] of [
    ['a map', hashes],
    ['a map under `files`', `{"files":${hashes}}`],
  ] as const) {
    it(`stay in file hashes that come as ${form}`, () => {
      const read = readFileHashes(operations.getFileHashes.response.parse(JSON.parse(json)));
      assert.deepEqual(
        [...read].sort(),
        names.map((name) => [name, hash]),
      );
    });
  }

  it('stay in free objects: template variables and a security context', () => {
    const json = `{${names.map((name) => `"${name}":1`).join(',')}}`;
    const settings = operations.updateDeployment.body;
    assert.deepEqual(keysOf(settings, `{"templateVariables":${json}}`, 'templateVariables'), names);
  });

  it('are checked like other keys and values', () => {
    const schema = record(z.string().check(z.maxLength(10)), z.strictObject({ hash: z.string() }));
    const wrongValue = schema.safeParse(JSON.parse('{"__proto__":{"hash":1}}'));
    assert.deepEqual(wrongValue.error?.issues[0]?.path, ['__proto__', 'hash']);
    const short = record(z.string().check(z.maxLength(3)), z.unknown());
    assert.deepEqual(short.safeParse(JSON.parse('{"__proto__":1}')).error?.issues[0]?.path, ['__proto__']);
    assert.equal(record(z.string(), z.unknown()).safeParse([]).success, false);
  });

  it('never become the prototype of a parsed object', () => {
    const parsed = operations.finishUpload.body.parse(JSON.parse(`{"transaction":{"id":1},"files":${hashes}}`));
    assert.equal((parsed.files as { hash?: unknown }).hash, undefined);
  });
});
