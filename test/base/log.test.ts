import assert from 'node:assert/strict';
import { type LogLevel, makeLog, redact, redactingLog } from '../../src/base/log.ts';

describe('redact', () => {
  const cases: [string, string][] = [
    ['Authorization: Bearer abc.def', 'Authorization: Bearer …'],
    ['authorization: api-key k-123', 'authorization: api-key …'],
    ['GET /embed?session=1f3a&x=1', 'GET /embed?session=…&x=1'],
    ['token eyJhbGciOiJI.eyJzdWIi.sig here', 'token … here'],
    ['key sk-live-12345678 end', 'key … end'],
    ['nothing to hide', 'nothing to hide'],
  ];
  for (const [text, clean] of cases) it(`turns “${text}” into “${clean}”`, () => assert.equal(redact(text), clean));

  it('removes every secret it is told of, wherever it stands', () => {
    assert.equal(redact('a=hunter22;hunter22!', ['hunter22']), 'a=…;…!');
  });
});

describe('redactingLog', () => {
  it('writes no secret at any level, also one that became known later', () => {
    const lines: [LogLevel, string][] = [];
    const secrets: string[] = [];
    const log = redactingLog(
      makeLog((level, message) => lines.push([level, message])),
      () => secrets,
    );
    secrets.push('swordfish');
    log.info('the word is swordfish');
    log.error('swordfish');
    assert.deepEqual(lines, [
      ['info', 'the word is …'],
      ['error', '…'],
    ]);
  });
});
