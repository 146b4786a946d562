import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { silentLog } from '../../../src/base/log.ts';
import { openApiDocument } from '../../../src/contract/openApi.ts';
import type { RunningEmulator } from '../../../src/emulator/emulator.ts';
import { readApiDocument } from '../../../src/platform/api/openApi.ts';
import { Connections } from '../../../src/session/connections.ts';
import { openPlatform } from '../../../src/session/openPlatform.ts';
import type { ResourceRow } from '../../../src/ui/resources/resourceRows.ts';
import { ResourcesModel } from '../../../src/ui/resources/resourcesModel.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';
import { findRow } from '../../../src/ui/tree/row.ts';
import { startTestEmulator } from '../../emulator/emulatorUnderTest.ts';

describe('the Resources view', () => {
  let emulator: RunningEmulator;
  const models: ResourcesModel[] = [];
  before(async () => {
    emulator = await startTestEmulator({ buildMs: 0 });
  });
  after(async () => {
    for (const model of models) model.dispose();
    await emulator.close();
  });

  const viewOf = (apiKey = emulator.adminApiKey, fail: () => unknown = () => undefined) => {
    const connections = new Connections({
      secrets: { get: async () => undefined, store: async () => {}, delete: async () => {} },
      records: { read: () => [], write: async () => {} },
      openPlatform: async (endpoint, connection) => {
        const failure = fail();
        if (failure) throw failure;
        return openPlatform(endpoint, connection, silentLog);
      },
      environment: { url: emulator.url, apiKey },
      log: silentLog,
    });
    const model = new ResourcesModel({
      connections,
      apiOf: async () => readApiDocument(openApiDocument()),
      addressOf: (_connectionId, { id }, keys) => [id, ...keys].join(' '),
      l10n: plainLocalizer,
    });
    models.push(model);
    return model;
  };
  /** The rows below the row with these labels. Expands what is on the way. */
  const below = async (model: ResourcesModel, ...labels: string[]): Promise<readonly ResourceRow[]> => {
    await model.load(model.rows()[0]);
    let row = model.rows()[0]!;
    for (const label of labels) {
      const { id } = row.children.find((each) => each.label === label) ?? assert.fail(label);
      const find = () => findRow(model.rows(), id)!.row;
      await model.load(find());
      row = find();
    }
    return row.children;
  };
  const labels = (rows: readonly ResourceRow[]) => rows.map(({ label }) => label);

  it('lists deployments and the kinds of the account, and opens their documents', async () => {
    const view = viewOf();
    const rows = await below(view);
    assert.ok(labels(rows).includes('My Settings'), labels(rows).join());
    assert.equal(rows.find(({ label }) => label === 'My Settings')!.opens, 'my-settings');
    const [deployment] = rows;
    const [settings] = await below(view, deployment!.label);
    assert.equal(settings!.opens, `deployment-settings ${emulator.deploymentId}`);
  });

  it('searches a list on the platform', async () => {
    const view = viewOf();
    const all = await below(view, 'Users');
    assert.equal(all[0]!.label, 'Search…');
    const wanted = all[1]!.label;
    await view.search(all[0]!, wanted.toUpperCase());
    assert.deepEqual(labels(await below(view, 'Users')), [`Search: ${wanted.toUpperCase()}`, wanted]);
    await view.search(all[0]!, 'no such user');
    assert.deepEqual(labels(await below(view, 'Users')), ['Search: no such user', 'No results']);
    assert.equal(view.searchText((await below(view, 'Users'))[0]!), 'no such user');
    await view.search(all[0]!, undefined);
    assert.deepEqual(labels(await below(view, 'Users')), labels(all));
  });

  it('says who is deactivated, for the menus of a row, too', async () => {
    const send = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Api-Key ${emulator.adminApiKey}`, 'content-type': 'application/json' };
      const response = await fetch(`${emulator.url}${path}`, { method, headers, body: JSON.stringify(body) });
      return (await response.json()) as { id: number };
    };
    const { id } = await send('POST', '/api/v1/users/', { email: 'gone@example.com', role: 'viewer' });
    const view = viewOf();
    const row = async () => (await below(view, 'Users')).find(({ label }) => label === 'gone@example.com')!;
    assert.deepEqual([(await row()).description, (await row()).context], ['viewer', ';resource;users;active;']);
    await send('POST', '/api/v1/users/bulk', { action: 'DEACTIVATE', userIds: [id] });
    await view.reloadKind(emulator.url, 'users');
    assert.deepEqual(
      [(await row()).description, (await row()).context],
      ['deactivated', ';resource;users;deactivated;'],
    );
  });

  it('lists documents within what contains them', async () => {
    const view = viewOf();
    const [first] = (await below(view, 'Attribute Values of Users')).filter(({ kind }) => kind === 'list');
    const values = await below(view, 'Attribute Values of Users', first!.label);
    assert.ok(values.length > 0);
  });

  it('says why a kind cannot be read', async () => {
    const rows = await below(viewOf(emulator.apiKey));
    const users = rows.find(({ label }) => label === 'OIDC Token Configurations')!;
    assert.deepEqual([users.description, users.expand], ['not available', 'never']);
    assert.ok(users.tooltip);
  });

  it('shows why a platform cannot be opened, and tries again', async () => {
    let failure: unknown = new UserError('The key is not accepted.');
    const view = viewOf(emulator.adminApiKey, () => failure);
    const [row] = await below(view);
    assert.deepEqual([row!.label, row!.context], ['The key is not accepted.', ';failure;']);
    failure = undefined;
    await view.reload(row);
    assert.ok(labels(await below(view)).includes('Users'));
  });
});
