/** The probes of the health page. Each resolves with its state and one sentence, or throws why it failed. */

import { throwIfAborted } from '../../base/async.ts';
import type { CatalogMessage } from '../../base/errors.ts';
import { type Action, actions } from '../../contract/definition/permissions.ts';
import type { User } from '../../contract/users/me.ts';
import { hasRoute } from '../../platform/api/openApi.ts';
import { readTenantDocument } from '../../platform/api/tenantDocument.ts';
import { DataApi } from '../../platform/dataApi.ts';
import { wireFailure } from '../../platform/http/faults.ts';
import { proxyFor } from '../../platform/http/proxy.ts';
import { explainWireFailure } from '../../platform/wireErrors.ts';
import { embedPath } from '../dashboard/embedAddress.ts';
import { readFraming } from '../dashboard/framing.ts';
import { mayPerform } from '../userPermissions.ts';
import type { HealthRun } from './healthRun.ts';
import { healthTexts } from './healthTexts.ts';

/** `unknown`: it was not or could not be checked. */
export type HealthState = 'ok' | 'warning' | 'failed' | 'unknown';

interface Finding {
  state: HealthState;
  message: CatalogMessage;
}

/** @throws UserError */
export type Probe = (run: HealthRun, signal: AbortSignal) => Promise<Finding>;

const found = (state: HealthState, ...[code, args]: Parameters<typeof healthTexts.message>): Finding => ({
  state,
  message: healthTexts.message(code, args),
});

/** Seconds: answers state whole seconds, and a token is renewed 60 seconds early. */
const [sameClock, usableClock] = [30, 300];
/** Milliseconds before the expiry of a token that is not renewed. */
const expiresSoon = 3_600_000;
const listedOperations = 12;

async function reachable(run: HealthRun): Promise<Finding> {
  const { baseUrl, response } = await run.reached();
  const url = new URL(baseUrl);
  const ms = Math.max(1, Math.round(response.roundTripMs));
  const proxy = proxyFor(url, { environment: process.env, ...run.target.network });
  return proxy ? found('ok', 'reached-through', [url.host, ms, proxy.host]) : found('ok', 'reached', [url.host, ms]);
}

async function credential(run: HealthRun, signal: AbortSignal): Promise<Finding> {
  const { client } = await run.session();
  await run.user();
  const { kind, expiresAt } = await client.credentialInfo(signal);
  if (kind === 'sign-in') return found('ok', 'sign-in-accepted', [timeOf(expiresAt ?? 0)]);
  if (expiresAt !== undefined) {
    return found(expiresAt - Date.now() < expiresSoon ? 'warning' : 'ok', 'token-expires', [timeOf(expiresAt)]);
  }
  return found('ok', kind === 'api-key' ? 'key-accepted' : 'token-accepted');
}

async function permissions(run: HealthRun): Promise<Finding> {
  await run.accepted();
  const summary = permissionSummary(await run.user(), run.target.deploymentId);
  if (!summary) return found('unknown', 'no-policies');
  const { allowed, denied, missing } = summary;
  if (missing.length > 0) return found('warning', 'cannot-edit', [namesOf(allowed), namesOf(missing)]);
  return denied.length > 0
    ? found('ok', 'some-allowed', [namesOf(allowed), namesOf(denied)])
    : found('ok', 'all-allowed');
}

async function spec(run: HealthRun): Promise<Finding> {
  const { client } = await run.accepted();
  const document = await readTenantDocument(client, run.options().signal);
  if (!document) return found('warning', 'no-spec', [client.host]);
  const { operations } = run.target;
  const version = document.version ?? '?';
  const missing = operations.filter((operation) => !hasRoute(document, operation));
  if (missing.length === 0) return found('ok', 'spec-complete', [version, operations.length]);
  const names = missing.slice(0, listedOperations).map(({ id }) => id);
  const list = [...names, ...(missing.length > names.length ? ['…'] : [])].join(', ');
  return found('warning', 'spec-lacks', [version, missing.length, operations.length, list]);
}

async function dataApi(run: HealthRun): Promise<Finding> {
  const { id, name } = await run.deployment();
  const { client } = await run.accepted();
  const { signal } = run.options();
  const api = new DataApi({ client, deploymentId: id });
  try {
    const { cubes } = await api.meta({ signal, deadlineMs: dataMs });
    return found('ok', 'data-answers', [name, cubes.length]);
  } finally {
    api.dispose();
  }
}

async function framing(run: HealthRun, signal: AbortSignal): Promise<Finding> {
  const { network, isWebEditor } = run.target;
  const { client } = await run.session();
  // Without a deployment there is no dashboard to check, so the platform's own page is checked.
  const deployment = await run.deployment().catch(() => undefined);
  const path = deployment && embedPath(client.baseUrl, { surface: 'app', deploymentId: String(deployment.id) });
  const url = path === undefined ? client.baseUrl : `${new URL(client.baseUrl).origin}${path}`;
  const { header, certain } = await readFraming(url, { isWebEditor, fetch: network.fallbackFetch, signal }).catch(
    (cause: unknown) => {
      throwIfAborted(signal);
      const failure = wireFailure(cause, { sent: false, viaProxy: false });
      throw explainWireFailure(failure, { host: client.host, operation: 'framing', secrets: [] });
    },
  );
  if (header === undefined) return found('ok', 'framing-allowed', [client.host]);
  return certain
    ? found('warning', 'framing-forbidden', [client.host, header])
    : found('unknown', 'framing-limited', [client.host, header]);
}

async function clock(run: HealthRun): Promise<Finding> {
  const { response, at, baseUrl } = await run.answered();
  const theirs = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return found('unknown', 'no-date', [new URL(baseUrl).host]);
  // The answer was written half a round trip ago, in the middle of the second that it states.
  const seconds = Math.round((at - response.roundTripMs / 2 - theirs - 500) / 1000);
  const size = Math.abs(seconds);
  if (size <= sameClock) return found('ok', 'clock-equal', [sameClock]);
  return found(size <= usableClock ? 'warning' : 'failed', seconds < 0 ? 'clock-behind' : 'clock-ahead', [size]);
}

/** Milliseconds. The data API may compile the model first. */
const dataMs = 30_000;

/** In the order of the page, each with its deadline in milliseconds. */
export const probes = {
  reachable: { probe: reachable, deadlineMs: 12_000 },
  credential: { probe: credential, deadlineMs: 25_000 },
  permissions: { probe: permissions, deadlineMs: 25_000 },
  spec: { probe: spec, deadlineMs: 35_000 },
  dataApi: { probe: dataApi, deadlineMs: 60_000 },
  framing: { probe: framing, deadlineMs: 45_000 },
  clock: { probe: clock, deadlineMs: 12_000 },
} satisfies Record<string, { probe: Probe; deadlineMs: number }>;

export type HealthCheck = keyof typeof probes;

/** In UTC, so that a report is clear to its reader. */
function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function namesOf(names: readonly string[]): string {
  return names.length > 0 ? names.join(', ') : '–';
}

/** Which of the specification's actions the policies of a user allow. */
interface PermissionSummary {
  allowed: readonly string[];
  denied: readonly string[];
  /** Actions for reading and changing models on dev branches that the policies do not allow. */
  missing: readonly string[];
}

const needed: readonly (readonly Action[])[] = [
  ['DeploymentRead'],
  ['SchemaRead'],
  ['SchemaUpdateDevBranches', 'SchemaUpdate'],
];

/** Undefined if the platform reports no policies. Without a deployment: on any. */
function permissionSummary({ userPolicies }: User, deploymentId: string | undefined): PermissionSummary | undefined {
  if (!userPolicies?.length) return undefined;
  const isAllowed = (action: Action) => mayPerform(userPolicies, action, deploymentId);
  return {
    allowed: actions.filter(isAllowed),
    denied: actions.filter((action) => !isAllowed(action)),
    missing: needed.filter((any) => !any.some(isAllowed)).map((any) => any.join(' / ')),
  };
}
