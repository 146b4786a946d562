/** Rules of the contract: versions. Spec: group A, rules 3 to 5. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { type Platform, platformUnderTest, type TestDeployment } from '../../platformUnderTest.ts';
import { hour, pass } from '../../signed.ts';
import { covers } from '../../specRows.ts';

export function versionRules(): void {
  describe('group A: versions', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('versions', {});
    });

    interface Version {
      releaseChannelVersion: string;
      version: string;
      releaseChannel: string;
      isLatestInChannel: boolean;
      isCurrent: boolean;
    }
    async function versions(): Promise<Version[]> {
      return (await platform.call(operations.listVersions, { params: deployment.params })).data as Version[];
    }
    const update = (body: Record<string, unknown>) =>
      platform.call(operations.updateDeployment, { params: deployment.params, body });
    const current = async () => (await versions()).filter(({ isCurrent }) => isCurrent).map(({ version }) => version);

    it('A: lists image references, one of them current, with one head per channel', async () => {
      const listed = await versions();
      for (const { releaseChannelVersion, version, releaseChannel } of listed) {
        assert.match(version, /^\d+\.\d+\.\d+$/);
        assert.match(releaseChannelVersion, new RegExp(`^.+:v${version.replaceAll('.', '\\.')}$`));
        assert.equal(typeof releaseChannel, 'string');
      }
      assert.equal((await current()).length, 1);
      const channels = new Set(listed.map(({ releaseChannel }) => releaseChannel));
      assert.ok(channels.has('latest') && channels.has('release'), 'names seen: latest and release');
      for (const channel of channels) {
        const heads = listed.filter((entry) => entry.releaseChannel === channel && entry.isLatestInChannel);
        assert.equal(heads.length, 1, channel);
      }
    });

    it('A rule 4: accepts <version>, v<version> and <image>:v<version>', async () => {
      const [a, b] = await versions();
      for (const [form, { version }] of [
        [b!.version, b!],
        [`v${a!.version}`, a!],
        [b!.releaseChannelVersion, b!],
      ] as [string, Version][]) {
        await update({ releaseChannelVersion: form });
        assert.deepEqual(await current(), [version], form);
        const settings = await platform.call(operations.getDeploymentSettings, { params: deployment.params });
        assert.match(settings.releaseChannelVersion ?? '', new RegExp(`v?${version.replaceAll('.', '\\.')}$`));
      }
    });

    it(covers('Errors: a version that is not listed', '400, and nothing changes'), async () => {
      const [a] = await versions();
      await update({ releaseChannelVersion: a!.version });
      const when = '`releaseChannelVersion` is not on the list of versions';
      for (const releaseChannelVersion of ['0.0.1', 'v0.0.1', 'latest', '', `another/image:v${a!.version}`]) {
        const body = { releaseChannelVersion, templateVariables: { touched: true } };
        await platform.assertRefused(operations.updateDeployment, when, { params: deployment.params, body });
      }
      assert.deepEqual(await current(), [a!.version]);
      const settings = await platform.call(operations.getDeploymentSettings, { params: deployment.params });
      assert.ok(!('touched' in (settings.templateVariables ?? {})));
    });

    it('A: a version of another channel than the given one is refused', async () => {
      const listed = await versions();
      const head = listed.find(({ releaseChannel }) => releaseChannel === 'release')!;
      await update({ releaseChannel: 'release', releaseChannelVersion: head.version });
      const when = '`releaseChannelVersion` is not of the channel `releaseChannel`';
      for (const releaseChannel of ['latest', 'no-such-channel']) {
        const body = { releaseChannel, releaseChannelVersion: head.version };
        await platform.assertRefused(operations.updateDeployment, when, { params: deployment.params, body });
      }
      assert.deepEqual(await current(), [head.version]);
    });

    it('A rule 5: releaseChannel alone moves to the channel’s latest version', async () => {
      for (const channel of ['release', 'latest']) {
        await update({ releaseChannel: channel });
        const now = (await versions()).find(({ isCurrent }) => isCurrent)!;
        assert.equal(now.releaseChannel, channel);
        assert.equal(now.isLatestInChannel, true);
      }
    });

    it('A rule 3: the heads of the channels are always listed', async () => {
      const heads = (await versions())
        .filter(({ isLatestInChannel }) => isLatestInChannel)
        .map(({ version }) => version);
      await update({ releaseChannel: 'release' });
      const later = (await versions())
        .filter(({ isLatestInChannel }) => isLatestInChannel)
        .map(({ version }) => version);
      assert.deepEqual(later, heads);
    });
  });
}

/** Moves the clock until the channels have new heads. */
export function versionHistoryRules(): void {
  describe('group A: older versions', () => {
    it('A rule 3: are listed for the account once one of its deployments ran them, and can be run again', async () => {
      const platform = await platformUnderTest();
      const [first, second] = [await platform.newDeployment('older', {}), await platform.newDeployment('newer', {})];
      const listed = async ({ params }: TestDeployment) =>
        (await platform.listAll(operations.listVersions, { params })) as {
          version: string;
          isLatestInChannel: boolean;
        }[];
      const update = ({ params }: TestDeployment, body: Record<string, unknown>) =>
        platform.call(operations.updateDeployment, { params, body });
      await update(first, { releaseChannel: 'latest' });
      const { version: old } = (await listed(first)).find(({ isLatestInChannel }) => isLatestInChannel)!;
      await pass(platform, 30 * 24 * hour);
      const [head] = await listed(first);
      assert.notEqual(head!.version, old, 'the channel has a new head');
      await update(first, { releaseChannel: 'latest' });
      for (const deployment of [first, second]) {
        const entry = (await listed(deployment)).find(({ version }) => version === old);
        assert.equal(entry?.isLatestInChannel, false);
      }
      await update(second, { releaseChannelVersion: old });
      const running = (await platform.listAll(operations.listVersions, { params: second.params })).find(
        ({ isCurrent }) => isCurrent,
      );
      assert.equal(running?.version, old);
      await platform.call(operations.deleteDeployment, { params: first.params });
      await update(second, { releaseChannel: 'release' });
      assert.ok(
        (await listed(second)).some(({ version }) => version === old),
        'the history outlives a deployment',
      );
      const [, minor, patch] = head!.version.split('.').map(Number);
      const between = `1.${minor}.${patch! - 1}`;
      const body = { releaseChannelVersion: between };
      const refused = await platform.sendRaw(operations.updateDeployment, { params: second.params, body });
      assert.equal(refused.status, 400, `${between} never ran here`);
    });
  });
}
