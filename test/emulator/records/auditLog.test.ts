import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditLog } from '../../../src/emulator/records/auditLog.ts';

describe('the file of the audit log', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'emulator-audit-'));
    path = join(folder, 'audit.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const event = (target: string) => ({
    time: '2026-01-02T03:04:05.000Z',
    eventName: 'putFiles',
    userEmail: 'ada@acme.example',
    userId: 1,
    deploymentId: 1,
    target,
  });
  const targets = (log: AuditLog) => log.events.map(({ target }) => target);

  it('holds the events of earlier runs, in order', async () => {
    for (const names of [['a', 'b'], ['c'], ['d', 'e']]) {
      const log = await AuditLog.open(path);
      await Promise.all(names.map((name) => log.add(event(name))));
    }
    assert.deepEqual(targets(await AuditLog.open(path)), ['a', 'b', 'c', 'd', 'e']);
  });

  it('skips a line that a killed process left incomplete', async () => {
    const log = await AuditLog.open(path);
    await log.add(event('a'));
    await log.add(event('b'));
    appendFileSync(path, '{"time":"2026-01-');
    const next = await AuditLog.open(path);
    await next.add(event('c'));
    assert.deepEqual(targets(await AuditLog.open(path)), ['a', 'b', 'c']);
  });

  it('keeps a limited number of events, in memory and on disk', async () => {
    const log = await AuditLog.open(path, 10);
    for (let index = 0; index < 100; index += 1) {
      await log.add(event(String(index)));
      assert.ok(log.events.length <= 12);
      assert.ok(readFileSync(path, 'utf8').split('\n').length <= 22);
    }
    assert.deepEqual(targets(await AuditLog.open(path, 10)), [
      '90',
      '91',
      '92',
      '93',
      '94',
      '95',
      '96',
      '97',
      '98',
      '99',
    ]);
  });
});
