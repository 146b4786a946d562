import assert from 'node:assert/strict';
import { parseForm } from '../../../src/emulator/server/form.ts';

const bytes = Buffer.from([0, 13, 10, 45, 45, 255, 13, 10]);

async function encoded(form: FormData): Promise<[Buffer, string]> {
  const response = new Response(form);
  return [Buffer.from(await response.clone().arrayBuffer()), response.headers.get('content-type') ?? ''];
}

describe('parseForm', () => {
  it('reads text as strings, files as bytes, and complete names', async () => {
    const form = new FormData();
    form.append('transaction', '{"id": "é"}');
    form.append('odd "name"\r\n', 'line\r\nline');
    form.append('empty', '');
    form.append('file', new Blob([bytes]), 'a"b;c=d.yml');
    form.append('nothing', new Blob([]), 'empty.yml');
    const read = parseForm(...(await encoded(form)));
    assert.deepEqual(read, [
      ['transaction', '{"id": "é"}'],
      ['odd "name"\r\n', 'line\r\nline'],
      ['empty', ''],
      ['file', new Uint8Array(bytes)],
      ['nothing', new Uint8Array()],
    ]);
  });

  it('accepts a form without parts', () => {
    assert.deepEqual(parseForm(Buffer.from('--x--\r\n'), 'multipart/form-data; boundary=x'), []);
  });

  it('rejects a truncated form and other bodies', async () => {
    const form = new FormData();
    form.append('name', 'value');
    form.append('file', new Blob([bytes]), 'file');
    const [body, type] = await encoded(form);
    for (let length = 0; length < body.length - 4; length += 1) {
      assert.equal(parseForm(body.subarray(0, length), type), undefined, `cut after ${length} bytes`);
    }
    assert.equal(parseForm(body, 'multipart/form-data'), undefined);
    assert.equal(parseForm(body, 'text/plain; boundary=x'), undefined);
    assert.equal(parseForm(Buffer.from('{}'), 'application/json'), undefined);
  });

  it('accepts a boundary in quotes', () => {
    const body = Buffer.from('--a b\r\nContent-Disposition: form-data; name=plain\r\n\r\nvalue\r\n--a b--');
    assert.deepEqual(parseForm(body, 'Multipart/Form-Data; charset=utf-8; boundary="a b"'), [['plain', 'value']]);
  });
});
