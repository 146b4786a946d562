import assert from 'node:assert/strict';
import type { FreeResponse } from '../../../src/platform/client.ts';
import { answerText, fileNameOf } from '../../../src/ui/api/answerText.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const response = (text: string, { type = 'application/json', status = 200, more = {} } = {}): FreeResponse => ({
  status,
  headers: new Map(Object.entries({ 'content-type': type, ...more })),
  bytes: Buffer.from(text),
  text: /json|text/.test(type) ? text : undefined,
  roundTripMs: 12.3,
});
const answer = (text: string, options = {}, path = '/api/v1/things') =>
  answerText({ method: 'GET', path }, response(text, options), plainLocalizer);

describe('the answer to an API request', () => {
  it('starts with status, time and size, and keeps every value', () => {
    const shown = answer('{"id":12345678901234567890}', { more: { 'x-request-id': 'r-1' } });
    assert.equal(
      shown?.text,
      '// GET /api/v1/things\n// HTTP 200 · 12 ms · 27 bytes · request r-1\n{\n  "id": 12345678901234567890\n}\n',
    );
  });

  it('says how many items there are and knows the next page', () => {
    const cursor = answer(
      '{"items":[1,2],"pageInfo":{"hasNextPage":true,"endCursor":"c2"},"pagination":{"offset":0,"limit":2,"total":9}}',
    );
    assert.match(cursor!.text, /^\/\/ 2 of 9 items, more follow$/m);
    assert.deepEqual(cursor!.nextPage, { after: 'c2' });
    const offset = answer(
      '{"data":{"deployments":[1,2]},"pagination":{"offset":4,"limit":2,"total":9}}',
      {},
      '/api/v1/deployments?offset=4&limit=2',
    );
    assert.deepEqual(offset!.nextPage, { offset: 6 });
    const last = answer('{"items":[1],"pageInfo":{"hasNextPage":false,"endCursor":"c1"}}');
    assert.match(last!.text, /^\/\/ 1 items$/m);
    assert.equal(last!.nextPage, undefined);
  });

  it('shows an error, and says when the operation does not exist', () => {
    assert.match(answer('{"error":"No such\\nthing"}', { status: 404 })!.text, /^\/\/ No such thing$/m);
    const page = answer('<!doctype html>', { type: 'text/html' })!.text;
    assert.match(page, /it has no such operation/);
    assert.ok(!page.includes('<!doctype'));
  });

  it('is a file if it is neither JSON nor a short text', () => {
    assert.equal(answer('a,b\n', { type: 'text/csv' }), undefined);
    assert.equal(answer('PNG', { type: 'image/png' }), undefined);
    assert.equal(answer('', { status: 204, type: 'image/png' })?.text.split('\n').length, 3);
  });

  it('names the file as the server does, without folders', () => {
    const named = (disposition: string) =>
      fileNameOf({ headers: new Map([['content-disposition', disposition]]) }, 'x.bin');
    assert.equal(named('attachment; filename="audit 2026.csv"'), 'audit 2026.csv');
    assert.equal(named('attachment; filename="../../etc/passwd"'), 'passwd');
    assert.equal(named('attachment; filename=".."'), 'x.bin');
    assert.equal(named('attachment'), 'x.bin');
  });
});
