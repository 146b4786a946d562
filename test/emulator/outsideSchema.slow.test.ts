/** Random bodies and parameters that the API document excludes. Spec: Errors 1. A public validator decides what is excluded. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Operation } from '../../src/contract/definition/operation.ts';
import { openApiDocument } from '../../src/contract/openApi.ts';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import { type ApiDocument, DocumentSchemas } from '../contract/documentSchemas.ts';
import { validInput } from '../platform/validInputs.ts';
import { testSeed } from '../run/testSeed.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from './emulatorUnderTest.ts';

const seed = testSeed();
const rounds = 40;

interface Change {
  value: unknown;
  /** The name that the error must contain; undefined for the body as a whole. */
  field: string | undefined;
}

describe(`input outside of the API document (TEST_SEED=${seed})`, () => {
  const folder = temporaryFolder('emulator-outside-schema');
  const schemas = new DocumentSchemas(openApiDocument() as ApiDocument);
  let under: EmulatorUnderTest;
  let admin: DeploymentClient;
  let viewer: DeploymentClient;
  before(async () => {
    under = await emulatorUnderTest({ dataDir: folder.path });
    const { url, adminApiKey, deploymentId, embedTenant } = under.emulator;
    admin = new DeploymentClient(url, adminApiKey, deploymentId);
    await admin.status('main', true);
    const session = { deploymentId, embedTenantName: embedTenant, externalId: 'ada' };
    const { sessionId } = await admin.done(admin.send('POST', '/api/v1/embed/generate-session', session));
    viewer = admin.as((await admin.done(admin.send('POST', '/api/v1/embed/session/token', { sessionId }))).token);
  });
  after(async () => {
    await under.close();
    folder.remove();
  });
  const saved = () => ['state.json', 'audit.jsonl'].map((name) => readFileSync(path.join(folder.path, name), 'utf8'));

  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const leaves = [
    ...[null, true, false, 0, -1, 0.5, 1e308, 2 ** 53, '', ' ', 'x', '0', '\0', '\ud800', '../..', '__proto__'],
    ...['x'.repeat(300), [], {}, [null], [[]], { x: 1 }, { id: null }, [{}], ['x', 1]],
  ];

  /** Changes a random object, list or value of a valid body. */
  function changeOf(valid: unknown): Change {
    if (typeof valid !== 'object' || valid === null || next() < 0.05) return { value: pick(leaves), field: undefined };
    const entries = Object.entries(valid);
    if (entries.length > 0 && next() < 0.4) {
      const [name, inner] = pick(entries);
      const value = changeOf(inner).value;
      const changed = Array.isArray(valid) ? valid.with(Number(name), value) : { ...valid, [name]: value };
      return { value: changed, field: name };
    }
    if (Array.isArray(valid)) return { value: [...valid, pick(leaves)], field: undefined };
    const name = next() < 0.2 || entries.length === 0 ? pick(['extra', '__proto__', '']) : pick(entries)[0];
    const rest = Object.fromEntries(entries.filter(([key]) => key !== name));
    if (next() < 0.2) return { value: rest, field: name };
    return { value: Object.defineProperty(rest, name, { value: pick(leaves), enumerable: true }), field: name };
  }
  async function refused(id: string, input: string, answer: { status: number; body: { error?: unknown } }, field = '') {
    const context = `${id}${input} → ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`;
    assert.equal(answer.status, 400, context);
    assert.ok(String(answer.body.error).includes(field), `${context} names ${field}`);
    schemas.assertResponse(id, 400, answer.body);
  }
  const callerOf = ({ access }: Operation) => (access === 'embed' ? viewer : admin);
  function pathOf({ id, path: template }: Operation, odd: Record<string, string> = {}): string {
    const { params = {} } = validInput(id as OperationId, under.emulator.deploymentId) as { params?: object };
    return template.replace(
      /\{(\w+)\}/g,
      (_, name: string) => odd[name] ?? String((params as Record<string, unknown>)[name]),
    );
  }

  for (const operation of Object.values(operations) as Operation[]) {
    const { id, method, encoding } = operation;
    const parameters = schemas.parametersOf(id).filter((parameter) => parameter.in === 'query');
    const hasBody = schemas.hasBody(id) && encoding === 'json';
    if (hasBody)
      it(`${id}: a body is refused with the name of the field, and changes nothing`, async () => {
        const { validate, example } = schemas.bodyOf(id);
        const { body = {} } = validInput(id as OperationId, under.emulator.deploymentId) as { body?: unknown };
        const valid = [body, example].filter((one) => validate(one));
        assert.ok(valid.length > 0, 'a valid body is changed');
        const before = saved();
        let sent = 0;
        for (let round = 0; round < rounds; round += 1) {
          const { value, field } = changeOf(pick(valid));
          if (validate(value)) continue;
          sent += 1;
          const answer = await callerOf(operation).send(method, pathOf(operation), value);
          await refused(id, ` ${JSON.stringify(value).slice(0, 300)}`, answer, field);
        }
        assert.ok(sent > 3, `${sent} bodies`);
        assert.deepEqual(saved(), before);
      });

    it(`${id}: a parameter is refused by its name`, async () => {
      const before = saved();
      const { body } = validInput(id as OperationId, under.emulator.deploymentId) as { body?: unknown };
      const send = (query: string) =>
        callerOf(operation).send(method, `${pathOf(operation)}?${query}`, encoding === 'json' ? body : undefined);
      const required = parameters.filter((parameter) => parameter.required).map(({ name }) => `${name}=x&`);
      await refused(id, '?nothing=1', await send(`${required.join('')}nothing=1`), 'nothing');
      for (const { name, schema } of parameters) {
        const allowed = [schema].flat()[0] as { type?: string; enum?: string[] };
        const wrong =
          { integer: ['x', '-1', '1.5', '', '1e3', ' '], boolean: ['yes', '', '1'] }[allowed.type ?? ''] ?? [];
        for (const value of allowed.enum ? ['none', '', 'PRODUCTION '] : wrong) {
          const query = `${required.join('')}${name}=${encodeURIComponent(value)}`;
          await refused(id, `?${query}`, await send(query), name);
        }
      }
      assert.deepEqual(saved(), before);
    });

    // Any slug is a new workbook's.
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).filter((name) => name !== 'slug');
    if (names.length > 0)
      it(`${id}: names in the path that cannot exist are refused`, async () => {
        const before = saved();
        for (const name of names) {
          for (const odd of ['%00', '..%2F..', '%E0%A4%A', '-1', '0', '9'.repeat(30), '1e3', '__proto__', '%20']) {
            const at = pathOf(operation, { [name]: odd });
            const { status, body } = await callerOf(operation).send(method, at, hasBody ? {} : undefined);
            const context = `${method} ${at} → ${status} ${JSON.stringify(body).slice(0, 200)}`;
            assert.ok(status >= 400 && status < 500, context);
            assert.equal(typeof body.error, 'string', context);
          }
        }
        assert.deepEqual(saved(), before);
      });
  }
});
