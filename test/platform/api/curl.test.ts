import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { curlCommand } from '../../../src/platform/api/curl.ts';
import type { ApiRequest } from '../../../src/platform/api/requestDocument.ts';

/** The arguments that a shell passes to curl. */
function argumentsOf(request: ApiRequest): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\nDATA_MODEL_API_KEY=the-key\n${curlCommand(request, 'https://host.example/base')}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('a request as curl', () => {
  const hostile = `it's $HOME \`id\` "x" \\ \n end`;

  it('passes every character on, and takes the key from the environment', () => {
    const request: ApiRequest = {
      method: 'POST',
      path: "/api/v1/a'b?x=$(id)",
      body: { mediaType: 'application/json', json: { text: hostile } },
    };
    assert.ok(!curlCommand(request, 'https://host.example').includes('the-key'));
    assert.deepEqual(argumentsOf(request), [
      '-X',
      'POST',
      "https://host.example/base/api/v1/a'b?x=$(id)",
      '-H',
      'Authorization: Bearer the-key',
      '-H',
      'Content-Type: application/json',
      '--data-raw',
      JSON.stringify({ text: hostile }),
    ]);
  });

  it('sends a form with texts and files', () => {
    const fields = { note: '@not-a-file', file: { file: 'a "b".yml' } };
    const passed = argumentsOf({ method: 'POST', path: '/x', body: { mediaType: 'multipart/form-data', fields } });
    assert.deepEqual(passed.slice(-4), ['--form-string', 'note=@not-a-file', '-F', 'file=@"a \\"b\\".yml"']);
  });

  it('of a read has neither method nor body', () => {
    const passed = argumentsOf({ method: 'GET', path: '/x', body: undefined });
    assert.deepEqual(passed, ['https://host.example/base/x', '-H', 'Authorization: Bearer the-key']);
  });
});
