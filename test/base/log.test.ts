import assert from 'node:assert/strict';
import { type LogLevel, makeLog, redactingLog } from '../../src/base/log.ts';

describe('redactingLog', () => {
  it('writes no control characters of names and server texts', () => {
    const lines: string[] = [];
    const log = redactingLog(
      makeLog((_level, message) => lines.push(message)),
      () => [],
    );
    log.warn('branch \x1b[2J');
    assert.deepEqual(lines, ['branch \\u001b[2J']);
  });

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
