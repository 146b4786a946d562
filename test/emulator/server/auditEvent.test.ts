import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operation } from '../../../src/contract/definition/operation.ts';
import { operations } from '../../../src/contract/operations.ts';
import { auditEventOf } from '../../../src/emulator/server/auditEvent.ts';
import { DeploymentClient, startTestEmulator } from '../emulatorUnderTest.ts';

describe('the audit log of an emulator', () => {
  let dataDir: string;
  before(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'emulator-audited-'));
  });
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  it('survives a restart, and holds no id or token of an embed session', async () => {
    const options = { sample: false, buildMs: 0, dataDir };
    const first = await startTestEmulator(options);
    const admin = new DeploymentClient(first.url, first.adminApiKey, first.deploymentId);
    const secrets: string[] = [first.adminApiKey];
    try {
      const body = { deploymentId: first.deploymentId, externalId: 'viewer-7', securityContext: { plan: 'hidden' } };
      const { sessionId } = await admin.done(admin.send('POST', '/api/v1/embed/generate-session', body));
      const { token } = await admin.done(admin.send('POST', '/api/v1/embed/session/token', { sessionId }));
      secrets.push(sessionId, token, 'hidden');
      await admin.done(admin.build('POST', '/branches', { name: 'audited' }));
    } finally {
      await first.close();
    }
    const second = await startTestEmulator(options);
    try {
      const headers = { authorization: `Bearer ${second.adminApiKey}` };
      const text = await (await fetch(`${second.url}/api/v1/audit-logs/export`, { headers })).text();
      const names = text.split('\r\n').map((line) => line.split(',')[1]);
      assert.deepEqual(names.slice(1, 4), ['generateEmbedSession', 'exchangeEmbedSession', 'createBranch']);
      assert.match(text, /externalId=viewer-7/);
      assert.match(text, /name=audited/);
      const saved = readFileSync(join(dataDir, 'audit.jsonl'), 'utf8');
      for (const secret of secrets) assert.ok(!text.includes(secret) && !saved.includes(secret));
    } finally {
      await second.close();
    }
  });
});

describe('the audit event of a change in a workspace', () => {
  const targetOf = (operation: Operation, params: object, body: object) =>
    auditEventOf({
      ...{ operation, params, body, query: {}, time: new Date(0) },
      ...{ caller: undefined, viewer: undefined, deploymentId: 1 },
    })?.target;

  it('names the report and the cell of a spreadsheet', () => {
    const cell = { externalWorkbookId: 'book', sheetName: 'Sheet1', anchorCell: 'A1' };
    const target = targetOf(operations.connectReport, { reportId: 7 }, { ...cell, resultChecksum: 'secret' });
    assert.equal(target, 'reportId=7; externalWorkbookId=book; sheetName=Sheet1; anchorCell=A1');
    const byId = targetOf(operations.disconnectReport, { reportId: 7 }, { placementId: 9 });
    assert.equal(byId, 'reportId=7; placementId=9');
  });

  it('names the widget of a thread, and each item of a bulk action', () => {
    const thread = { widgetId: 'w', threadId: 't' };
    assert.equal(targetOf(operations.setAiWidgetThread, { workbookId: 3 }, thread), 'workbookId=3; widgetId=w');
    const items = [
      { type: 'REPORT', id: 7 },
      { type: 'FOLDER', id: 2 },
    ];
    const target = targetOf(operations.bulkMoveWorkspace, {}, { items, folderId: 5 });
    assert.equal(target, 'items=REPORT → 7, FOLDER → 2; folderId=5');
  });
});
