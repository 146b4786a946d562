/** Random requests that the API document allows: each answer is one that the document describes, and the saved state can be opened. */

import assert from 'node:assert/strict';
import type { Operation } from '../../src/contract/definition/operation.ts';
import { openApiDocument } from '../../src/contract/openApi.ts';
import { operations } from '../../src/contract/operations.ts';
import { type ApiDocument, DocumentSchemas } from '../contract/documentSchemas.ts';
import { RandomInput } from '../contract/randomInput.ts';
import { testSeed, triesAll } from '../run/testSeed.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { jaffleShop } from './dbt/manifests.ts';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from './emulatorUnderTest.ts';

const seed = testSeed();
const rounds = triesAll() ? 1500 : 500;

/** They would take away what the others need. */
const excluded = ['deleteDeployment', 'deleteEmbedTenant', 'deleteUser', 'changeUsers', 'updateUser'];
const idFields = ['syncJobId', 'previewId', 'jobId', 'id'];

describe(`random requests within the API document (TEST_SEED=${seed})`, () => {
  const folder = temporaryFolder('emulator-inside-schema');
  const schemas = new DocumentSchemas(openApiDocument() as ApiDocument);
  let under: EmulatorUnderTest;
  let admin: DeploymentClient;
  let viewer: DeploymentClient;
  /** Values of parameters and fields, by name. */
  let known: Record<string, unknown[]>;
  before(async () => {
    under = await emulatorUnderTest({ dataDir: folder.path });
    const { url, adminApiKey, deploymentId, embedTenant, dashboardPublicId } = under.emulator;
    admin = new DeploymentClient(url, adminApiKey, deploymentId);
    const user = { deploymentId, embedTenantName: embedTenant, externalId: 'ada' };
    const { sessionId } = await admin.done(admin.send('POST', '/api/v1/embed/generate-session', user));
    viewer = admin.as((await admin.done(admin.send('POST', '/api/v1/embed/session/token', { sessionId }))).token);
    const dev = await admin.openDevMode();
    const databricks = [{ name: 'CUBEJS_DB_TYPE', value: 'databricks-jdbc' }];
    await admin.done(admin.control('PUT', '/env-vars', { env_variables: databricks }));
    await admin.put({ 'model/cubes/a.yml': 'cubes: []\n' }, dev);
    await admin.done(admin.commit(dev));
    await admin.status('main', true);
    const ids = ['id', 'userId', 'attributeId', 'workbookId', 'reportId', 'commentId', 'integrationId', 'folderId'];
    known = {
      ...Object.fromEntries(ids.map((name) => [name, [1, 2, 3]])),
      deploymentId: [deploymentId],
      embedTenantName: [embedTenant, 'new'],
      externalId: ['ada', 'x'],
      environmentId: [1],
      publicId: [dashboardPublicId, 'x'],
      dashboardPublicId: [dashboardPublicId],
      publicDashboardId: [dashboardPublicId],
      slug: ['one', 'two'],
      branchName: ['main', dev, 'x'],
      path: ['model/cubes/a.yml', 'model/b.yml'],
      manifest: [jaffleShop()],
      dataSourceName: ['default'],
      email: ['a@users.test', 'b@users.test'],
      issuer: ['https://issuer.test'],
      region: ['local'],
      widgetId: ['revenue-by-month', 'revenue'],
      expectedConfigurationVersion: [0, 1, 2],
    };
    await admin.done(admin.send('PUT', '/api/v1/tenant/settings', { databricksMetricViewsEnabled: true }));
  });
  after(async () => {
    await under.close();
    folder.remove();
  });

  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const random = new RandomInput(
    next,
    (reference) => schemas.at(reference.slice(1)),
    (name) => known[name] && random.pick(known[name]),
  );
  /** Later requests name what an answer created. */
  function learn({ id: operation, path }: Operation, answer: Record<string, unknown>): void {
    for (const field of idFields.filter((name) => ['string', 'number'].includes(typeof answer[name]))) {
      const inPath = /\{(\w+)\}(?!.*\{)/.exec(path)?.[1];
      const created = { upsertReport: 'reportId', upsertWorkbook: 'workbookId', createDashboardComment: 'commentId' };
      const name = field === 'id' ? (created[operation as keyof typeof created] ?? inPath ?? 'id') : field;
      if (name !== 'deploymentId') known[name] = [...(known[name] ?? []), answer[field]].slice(-8);
    }
  }

  async function perform(operation: Operation): Promise<string> {
    const { id, method, access, answers } = operation;
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(random.pick(known[name] ?? ['x']))),
    );
    const query: [string, string][] = schemas
      .parametersOf(id)
      .filter((parameter) => parameter.in === 'query' && (parameter.required || next() < 0.2))
      .map(({ name, schema }) => [name, String(random.of(schema))]);
    const body = schemas.hasBody(id) ? random.of(schemas.bodyOf(id).schema) : undefined;
    const caller = access === 'embed' || (access === 'viewer' && next() < 0.5) ? viewer : admin;
    const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
    const answer = await caller.send(method, `${path}${search}`, body);
    const context = ` ← ${method} ${path}${search} ${JSON.stringify(body)?.slice(0, 500)}`;
    assert.ok(answer.status < 500, `${answer.status} ${JSON.stringify(answer.body)}${context}`);
    const isJson = answer.status >= 400 || (answers === 'json' && answer.status !== 204);
    if (isJson) schemas.assertResponse(id, answer.status, answer.body, context);
    if (answer.status < 300 && method !== 'GET' && isJson) learn(operation, answer.body);
    return answer.status < 300 ? id : '';
  }

  it('get answers that the document describes, and the saved state can be opened', async () => {
    const table = (Object.values(operations) as Operation[]).filter(
      ({ id, encoding }) => encoding === 'json' && !excluded.includes(id),
    );
    const succeeded = new Set<string>();
    for (let round = 0; round < rounds; round += 1) succeeded.add(await perform(random.pick(table)));
    assert.ok(succeeded.size > table.length / 3, `${succeeded.size} of ${table.length} operations succeeded`);
    await under.close();
    under = await emulatorUnderTest({ dataDir: folder.path });
    const again = new DeploymentClient(under.emulator.url, admin.key, admin.id);
    assert.equal((await again.send('GET', '/api/v1/users/me')).status, 200);
  });
});
