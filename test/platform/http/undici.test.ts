import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const script = `
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
const dispatcher = Symbol.for('undici.globalDispatcher.1');
const names = () => Reflect.ownKeys(globalThis).filter((name) => !String(name).startsWith('__zod_'));
const before = names();
assert.equal(globalThis[dispatcher], undefined);
const { Client } = await import('${new URL('../../../src/platform/client.ts', import.meta.url)}');
await import('${new URL('../../../src/platform/http/proxyDispatcher.ts', import.meta.url)}');
assert.equal(globalThis[dispatcher], undefined, 'loading sets no dispatcher');
assert.deepEqual(names(), before, 'loading sets no global');
const server = createServer(async (request, response) => {
  let size = 0;
  for await (const chunk of request) size += chunk.length;
  response.end(JSON.stringify({ id: size }));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = 'http://127.0.0.1:' + server.address().port;
const client = new Client({ baseUrl: url, credential: { token: 'x' } });
const { operations } = await import('${new URL('../../../src/contract/operations.ts', import.meta.url)}');
assert.equal((await client.call(operations.getMe)).id, 0);
assert.equal(globalThis[dispatcher], undefined, 'a call sets no dispatcher');
const answer = await fetch(url, { method: 'POST', body: 'hello', headers: { 'content-length': '5' } });
assert.equal((await answer.json()).id, 5, 'the built-in fetch works');
client.dispose();
server.close();
`;

describe('undici', () => {
  it('sets no global dispatcher and does not affect the built-in fetch', async () => {
    await promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      cwd: new URL('../../..', import.meta.url),
    });
  });

  it('is imported by its leaf modules only', () => {
    const folder = new URL('../../../src/platform/', import.meta.url);
    const imports = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        [...readFileSync(new URL(name, folder), 'utf8').matchAll(/(?:from|import|import\()\s*'(undici[^']*)'/g)].map(
          ([, specifier]) => specifier!,
        ),
      );
    assert.ok(imports.length > 0);
    for (const specifier of imports) assert.match(specifier, /^undici\/(lib|types)\//);
  });
});
