import assert from 'node:assert/strict';
import { redact } from '../../src/base/redact.ts';

describe('redact', () => {
  const cases: [string, string][] = [
    ['Authorization: Bearer abc.def', 'Authorization: Bearer …'],
    ['authorization: api-key k-123', 'authorization: api-key …'],
    ['GET /embed?session=1f3a&x=1', 'GET /embed?session=…&x=1'],
    ['/embed?token=1f3a#top', '/embed?token=…#top'],
    ['token eyJhbGciOiJI.eyJzdWIi.sig here', 'token … here'],
    ['key sk-live-12345678 end', 'key … end'],
    ['nothing to hide', 'nothing to hide'],
  ];
  for (const [text, clean] of cases) it(`turns “${text}” into “${clean}”`, () => assert.equal(redact(text), clean));

  it('removes each given secret everywhere', () => {
    assert.equal(redact('a=hunter22;hunter22!', ['hunter22']), 'a=…;…!');
  });

  it('removes a secret whose case a server changed, as in a host name', () => {
    assert.equal(redact('https://hunter-$22.example/', ['Hunter-$22']), 'https://….example/');
  });
});
