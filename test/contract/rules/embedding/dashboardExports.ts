/** Rules of the contract: dashboard exports. Spec: group E and its rules, Limits, state rule 6; notes: Embedding. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import type { RenderRequest } from '../../../../src/emulator/platform/exports.ts';
import { rendering } from '../../emulatorOptions.ts';
import { type Caller, type Platform, platformUnderTest } from '../../platformUnderTest.ts';
import { claimsOf, mint, minute, pass, setAccess } from '../../signed.ts';
import { covers } from '../../specRows.ts';

export function dashboardExportRules(): void {
  describe('group E: dashboard exports', () => {
    let platform: Platform;
    let params: { deploymentId: number };
    let dashboardPublicId: string;
    before(async () => {
      platform = await platformUnderTest();
      params = { deploymentId: platform.emulator.deploymentId };
      dashboardPublicId = platform.emulator.dashboardPublicId;
    });
    afterEach(async () => {
      rendering.reset();
      await pass(platform, 5 * minute);
    });
    const start = async (
      more: { format?: 'png' | 'pdf'; branchName?: string; renderAs?: never } = {},
      caller: Caller = 'user',
    ) => {
      const body = { dashboardPublicId, format: 'png' as const, ...more };
      return String((await platform.call(operations.startDashboardExport, { params, body }, caller)).jobId);
    };
    const at = (jobId: string) => ({ params: { ...params, jobId } });
    const status = async (jobId: string) => (await platform.call(operations.getDashboardExport, at(jobId))).status;
    const over = async (jobId: string): Promise<string> => {
      const now = await status(jobId);
      if (now === 'completed' || now === 'failed') return now;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return over(jobId);
    };
    /** Delays every rendering until it is released. */
    const held = () => {
      let letGo = () => {};
      const promise = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const { draw } = rendering;
      rendering.draw = async (request, signal) => {
        await promise;
        return draw(request, signal);
      };
      return letGo;
    };

    it('E: a job renders PNG or PDF, and its file can be downloaded', async () => {
      for (const [format, mark] of [
        ['png', '\x89PNG'],
        ['pdf', '%PDF'],
      ] as const) {
        const jobId = await start({ format });
        assert.equal(await over(jobId), 'completed');
        const file = await platform.call(operations.downloadDashboardExport, at(jobId));
        assert.ok(Buffer.from(file).toString('latin1').startsWith(mark), format);
        const { headers } = await platform.sendRaw(operations.downloadDashboardExport, at(jobId));
        assert.equal(headers['content-type'], format === 'png' ? 'image/png' : 'application/pdf');
      }
    });

    it('notes: a running job is pending or processing, and its file is 409', async () => {
      const letGo = held();
      const jobId = await start();
      assert.match(await status(jobId), /^(pending|processing)$/);
      const when = 'the file is still being rendered';
      await platform.assertRefused(operations.downloadDashboardExport, when, at(jobId));
      letGo();
      assert.equal(await over(jobId), 'completed');
    });

    it('notes: a failed job has an error, and its file is 422', async () => {
      rendering.draw = async () => {
        throw new Error('The chart would not draw');
      };
      const jobId = await start();
      assert.equal(await over(jobId), 'failed');
      assert.match((await platform.call(operations.getDashboardExport, at(jobId))).error ?? '', /would not draw/);
      await platform.assertRefused(operations.downloadDashboardExport, 'the rendering failed', at(jobId));
    });

    it('notes: too many jobs are 429 with Retry-After', async () => {
      const letGo = held();
      const jobs: string[] = [];
      const body = { dashboardPublicId, format: 'png' };
      for (let tries = 0; tries < 50; tries += 1) {
        const answer = await platform.sendRaw(operations.startDashboardExport, { params, body });
        if (answer.status !== 200) break;
        jobs.push(String((answer.body as { jobId: unknown }).jobId));
      }
      const when = 'too many exports are running';
      await platform.assertRefused(operations.startDashboardExport, when, { params, body });
      const { headers } = await platform.sendRaw(operations.startDashboardExport, { params, body });
      assert.ok(Number(headers['retry-after']) > 0);
      letGo();
      for (const jobId of jobs) assert.equal(await over(jobId), 'completed');
      await start();
    });

    it(
      covers('Limits: retention of a dashboard export', covers('State rule 6: an export is dropped after 5 minutes')),
      async () => {
        const jobId = await start();
        await over(jobId);
        await pass(platform, 5 * minute - 5000);
        assert.equal(await status(jobId), 'completed');
        await pass(platform, 5000);
        const when = 'the job is unknown or expired';
        await platform.assertRefused(operations.getDashboardExport, when, at(jobId));
        await platform.assertRefused(operations.downloadDashboardExport, when, at(jobId));
      },
    );

    it('E: without renderAs it renders with the caller’s security context, on the requested branch', async () => {
      const seen: RenderRequest[] = [];
      const { draw } = rendering;
      rendering.draw = (request, signal) => {
        seen.push(request);
        return draw(request, signal);
      };
      await over(await start());
      const { branchName } = await platform.call(operations.startDevMode, { params, body: { branchName: 'main' } });
      await over(await start({ branchName }));
      await platform.call(operations.stopDevMode, { params });
      assert.deepEqual(
        seen.map((request) => request.branchName),
        [platform.emulator.deployBranch, branchName],
      );
      assert.deepEqual(seen[0]!.securityContext, {});
      assert.equal(claimsOf(seen[1]!.token).branchName, branchName);
      const { id: userId } = await platform.call(operations.getMe, {});
      const attribute = { name: 'export_region', type: 'string' as const };
      const { id } = await platform.call(operations.createUserAttribute, { body: attribute }, 'admin');
      const value = { userId: userId as number, attributeId: id as number, value: 'north' };
      await platform.call(operations.setUserAttributeValue, { body: value }, 'admin');
      await over(await start());
      assert.deepEqual(seen[2]!.securityContext, { userAttributes: { export_region: 'north' } });
    });

    it('E: renderAs names a user of the platform or of an embed tenant, and needs administrator privileges', async () => {
      const seen: unknown[] = [];
      const { draw } = rendering;
      rendering.draw = (request, signal) => {
        seen.push(request.securityContext);
        return draw(request, signal);
      };
      const { id } = await platform.call(operations.getMe, {});
      const embedded = { embedTenantName: platform.emulator.embedTenant, externalId: 'ada' };
      const body = { dashboardPublicId, format: 'png' as const };
      for (const renderAs of [{ userId: id as number }, embedded]) {
        const input = { params, body: { ...body, renderAs } };
        const { jobId } = await platform.call(operations.startDashboardExport, input, 'admin');
        const when = '`renderAs` is given but the caller is not an administrator';
        await platform.assertRefused(operations.startDashboardExport, when, input);
        await platform.call(operations.getDashboardExport, at(String(jobId)), 'admin');
      }
      assert.equal(seen.length, 2);
      assert.notDeepEqual(seen[0], seen[1]);
      const when = 'the user of `renderAs` or the branch is unknown';
      for (const wrong of [
        { renderAs: { userId: 999_999 } },
        { renderAs: { ...embedded, externalId: 'unknown' } },
        { branchName: 'no-such' },
      ]) {
        const input = { params, body: { ...body, ...wrong } };
        await platform.assertRefused(operations.startDashboardExport, when, input, { caller: 'admin' });
      }
    });

    it('Embed: renderAs an embed user needs read access of that user to the workbook', async () => {
      const embedTenantName = 'without-access';
      await mint(platform, { embedTenantName, externalId: 'eve' });
      const renderAs = { embedTenantName, externalId: 'eve' };
      const input = { params, body: { dashboardPublicId, format: 'png', renderAs } };
      const when = 'the embed user of `renderAs` may not read the workbook';
      await platform.assertRefused(operations.startDashboardExport, when, input, { caller: 'admin' });
      await setAccess(platform, embedTenantName, 'read');
      await platform.call(operations.startDashboardExport, input as never, 'admin');
    });

    it('E: it needs manage access to the dashboard’s workbook, and a dashboard', async () => {
      const body = { dashboardPublicId, format: 'png' };
      const stranger = 'the caller may not manage the dashboard’s workbook';
      await platform.assertRefused(
        operations.startDashboardExport,
        stranger,
        { params, body },
        { caller: 'colleague' },
      );
      const unknown = { ...body, dashboardPublicId: 'no-such' };
      await platform.assertRefused(operations.startDashboardExport, 'the dashboard is unknown', {
        params,
        body: unknown,
      });
      const jobId = await start();
      const when = 'the job is unknown or expired';
      await platform.assertRefused(operations.getDashboardExport, when, at(jobId), { caller: 'colleague' });
      await platform.assertRefused(operations.downloadDashboardExport, when, at(jobId), { caller: 'colleague' });
      for (const format of ['svg', undefined]) {
        const { status: code } = await platform.sendRaw(operations.startDashboardExport, {
          params,
          body: { ...body, format },
        });
        assert.equal(code, 400);
      }
    });
  });
}
