import assert from 'node:assert/strict';
import { type LogLevel, makeLog, redactingLog } from '../../src/base/log.ts';

describe('redactingLog', () => {
  it('writes no secret at any level, not even one added later', () => {
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
