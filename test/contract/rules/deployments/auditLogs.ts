/** Rules of the contract: the export of the audit log. Spec: group A and its rule 6, Authentication 5. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { isoInstant, type Platform, platformUnderTest, type TestDeployment } from '../../platformUnderTest.ts';

interface Row {
  time: string;
  eventName: string;
  userEmail: string;
  deploymentId: string;
  target: string;
}

export function auditLogRules(): void {
  describe('group A: the audit log', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('=audited, "really"');
    });
    const send = (query: Record<string, string> = {}) =>
      platform.sendRaw(operations.exportAuditLog, { query }, `Bearer ${platform.keyOf('admin')}`);
    const rows = async (query: Record<string, string> = {}): Promise<Row[]> => {
      const { status, text } = await send(query);
      assert.equal(status, 200, text);
      const [head, ...lines] = readCsv(text);
      return lines.map((cells) => Object.fromEntries(cells.map((cell, column) => [head![column]!, cell])) as never);
    };
    const own = async (query: Record<string, string> = {}) =>
      (await rows(query)).filter(({ deploymentId }) => deploymentId === String(deployment.params.deploymentId));

    it('A: is a CSV file, sent as an attachment', async () => {
      const bytes = await platform.call(operations.exportAuditLog, {}, 'admin');
      assert.ok(bytes.length > 0);
      const { headers, text } = await send();
      assert.match(String(headers['content-type']), /^text\/csv/);
      assert.match(String(headers['content-disposition']), /^attachment; filename="[\w-]+\.csv"$/);
      assert.ok(text.endsWith('\r\n'), 'RFC 4180: lines end with CRLF');
      const widths = new Set(readCsv(text).map((cells) => cells.length));
      assert.equal(widths.size, 1, 'RFC 4180: each line has the same number of fields');
    });

    it('A: needs the permission AuditLogManage, which a developer lacks', async () => {
      const answer = await platform.sendRaw(operations.exportAuditLog);
      assert.equal(answer.status, 403);
      assert.match(answer.text, /AuditLogManage/);
    });

    it('holds each change with its time, user, deployment and target, and no read', async () => {
      const events = await own();
      const { email } = await platform.call(operations.getMe, {});
      assert.deepEqual(
        events.map(({ eventName }) => eventName),
        ['startDevMode', 'putFiles', 'commit', 'deleteBranch'],
      );
      for (const { time, userEmail } of events) {
        assert.match(time, isoInstant);
        assert.equal(userEmail, email);
      }
      assert.match(events[1]!.target, /^files=cube\.js, model\/cubes\/orders\.yml.*branchName=dev-/);
      assert.ok(
        (await rows()).some(
          ({ eventName, target }) => eventName === 'createDeployment' && /audited, "really"/.test(target),
        ),
      );
    });

    it('holds no refused request', async () => {
      const { params } = deployment;
      const before = (await own()).length;
      await platform.sendRaw(operations.putFiles, { params, body: { files: [{ path: 'a', content: 'x' }] } });
      await platform.sendRaw(operations.commit, { params, body: { branchName: 'main' } });
      assert.equal((await own()).length, before);
    });

    it('holds no secret and no content', async () => {
      const { params } = deployment;
      const variables = [{ name: 'DB_PASS', value: 'very-hidden-value' }];
      await platform.call(operations.setEnvVars, { params, body: { env_variables: variables } });
      const templateVariables = { password: 'very-hidden-value' };
      await platform.call(operations.updateDeployment, { params, body: { templateVariables } });
      await platform.call(operations.createDeploymentToken, { params });
      const { text } = await send();
      assert.match(text, /DB_PASS/);
      for (const secret of [
        'very-hidden-value',
        'sql_table',
        'module.exports',
        platform.keyOf('admin'),
        platform.keyOf('user'),
      ])
        assert.ok(!text.includes(secret), secret);
    });

    it('A: filters by event, user, words and time', async () => {
      const named = await own({ eventName: 'putFiles' });
      assert.deepEqual([named.length, named[0]?.eventName], [1, 'putFiles']);
      const { email } = await platform.call(operations.getMe, {}, 'colleague');
      await platform.call(
        operations.startDevMode,
        { params: deployment.params, body: { branchName: 'main' } },
        'colleague',
      );
      const theirs = await own({ userEmail: String(email).toUpperCase() });
      assert.deepEqual(
        theirs.map(({ eventName }) => eventName),
        ['startDevMode'],
      );
      assert.deepEqual(
        (await own({ search: 'ORDERS.yml putfiles' })).map(({ eventName }) => eventName),
        ['putFiles'],
      );
      assert.deepEqual(await rows({ search: 'orders.yml no-such-word' }), []);
      const today = named[0]!.time.slice(0, 10);
      assert.equal((await own({ start: today, end: today })).length, (await own()).length);
      assert.deepEqual(await rows({ end: '2001-02-03' }), []);
      assert.deepEqual(await rows({ start: '2999-01-01T00:00:00Z' }), []);
      assert.ok((await own({ start: named[0]!.time, end: named[0]!.time })).length >= 1, 'both ends are included');
    });

    it('A: start and end are ISO 8601 dates', async () => {
      const when = '`start` or `end` is not an ISO 8601 date';
      for (const query of [
        { start: 'yesterday' },
        { end: '2026-13-01' },
        { start: '' },
        { end: '01/02/2026' },
        { end: '2026-02-30' },
      ]) {
        const text = await platform.assertRefused(operations.exportAuditLog, when, { query }, { caller: 'admin' });
        assert.ok(text.startsWith(Object.keys(query)[0]!), text);
      }
    });

    it('a field is quoted where needed, and no field is a formula', async () => {
      const { text } = await send({ eventName: 'createDeployment', search: 'audited' });
      const [, line] = text.split('\r\n');
      assert.match(line!, /"name==audited, ""really"""$/);
      await platform.call(operations.createBranch, { params: deployment.params, body: { name: '@SUM' } });
      const cells = readCsv((await send()).text).flat();
      assert.deepEqual(
        cells.filter((cell) => /^[=+\-@\t\r]/.test(cell)),
        [],
      );
    });
  });
}

/** The fields of each line. RFC 4180. */
function readCsv(text: string): string[][] {
  return text
    .split(/\r\n/)
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
      ),
    );
}
