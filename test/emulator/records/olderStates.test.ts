import assert from 'node:assert/strict';
import { EmbedRecord, emptyEmbedRecord } from '../../../src/emulator/records/embedRecord.ts';
import { PlatformRecord } from '../../../src/emulator/records/platformRecord.ts';

describe('a state that an older version saved', () => {
  const saved = { format: 1, users: [], credentials: [], deployments: [], nextDeploymentId: 1 };

  it('opens without the parts that are newer', () => {
    const { embed, account } = PlatformRecord.parse(saved);
    assert.deepEqual(embed, emptyEmbedRecord());
    assert.equal(account.applyThemeGlobally, false);
  });

  it('keeps its embed settings and folders', () => {
    const access = { tenantIds: [3], allEmbedUsers: false };
    const { settings, folders } = EmbedRecord.parse({
      ...emptyEmbedRecord(),
      settings: { enableDashboardComments: false },
      folders: [{ id: 1, deploymentId: 1, name: 'Old', access }],
    });
    assert.deepEqual([settings.enableDashboardComments, settings.allowAi, settings.locale], [false, true, null]);
    assert.deepEqual([folders[0]!.access, folders[0]!.parentId], [access, null]);
  });
});
