/** The options of the emulator in contract tests: short builds, and repositories to connect. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operation } from '../../src/contract/definition/operation.ts';
import { type Action, actions, type Permission } from '../../src/contract/definition/permissions.ts';
import { operations } from '../../src/contract/operations.ts';
import type { startEmulator } from '../../src/emulator/emulator.ts';
import type { RenderDashboard } from '../../src/emulator/platform/exports.ts';
import { commitToBare } from '../emulator/bareRepository.ts';
import { catalogOf, jaffleShop, manifestOf, manifestVersion, untyped } from '../emulator/dbt/manifests.ts';

export const remoteRepository = 'acme/models';
/** A dbt project: `main` and the tag `v1` with a manifest, `typed` with a catalog, `unparsed` without a manifest; `other` is not a project. */
export const dbtRepository = 'zebra/shop';

const draw: RenderDashboard = async ({ format }) =>
  Buffer.from(format === 'png' ? '\x89PNG\r\n\x1a\n…' : '%PDF-1.7\n…', 'latin1');

/** The renderer of dashboards, which a test may replace. */
export const rendering: { draw: RenderDashboard; reset(): void } = {
  draw,
  reset() {
    this.draw = draw;
  },
};

const named = [...new Set(Object.values(operations as Record<string, Operation>).map(({ permission }) => permission))];

/** The sets of actions that the tests of permissions give to a user. */
export function actionsFor(permission: Permission): {
  enough: Action[][];
  tooFew: { actions: Action[]; missing: Action[] }[];
} {
  const without = (missing: readonly Action[]) => actions.filter((action) => !missing.includes(action));
  if ('all' in permission) {
    const tooFew = permission.all.map((action) => ({ actions: without([action]), missing: [action] }));
    return { enough: [[...permission.all]], tooFew };
  }
  const tooFew = [{ actions: without(permission.any), missing: [...permission.any] }];
  return { enough: permission.any.map((action) => [action]), tooFew };
}

/** The name of the user who is allowed these actions and has the admin role. */
export function userWith(allowed: readonly Action[]): string {
  return `with ${[...allowed].sort().join(' ')}`;
}

const permissionUsers = named.flatMap((permission) => {
  if (!permission) return [];
  const { enough, tooFew } = actionsFor(permission);
  return [...enough, ...tooFew.map((user) => user.actions)].map((allowed) => {
    return { username: userWith(allowed), admin: true, actions: allowed };
  });
});

type DbtStep = (phase: string, signal: AbortSignal) => Promise<void>;

/** Each phase of a dbt sync waits for this, which a test may replace. */
export const syncing: { step: DbtStep; reset(): void } = {
  step: async () => {},
  reset() {
    this.step = async () => {};
  },
};

/** Each conversion to metric views waits for this, which a test may replace. */
export const converting: { step(signal: AbortSignal): Promise<void>; reset(): void } = {
  step: async () => {},
  reset() {
    this.step = async () => {};
  },
};

let remoteFolder: string | undefined;

export function removeRemote(): void {
  if (remoteFolder) rmSync(remoteFolder, { recursive: true, force: true });
}

export async function emulatorOptions(): Promise<Parameters<typeof startEmulator>[0]> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-remote-'));
  remoteFolder = folder;
  const model = { 'model/cubes/remote.yml': 'cubes:\n  - name: remote\n    sql_table: remote\n' };
  const gitdir = join(folder, `${remoteRepository}.git`);
  const head = await commitToBare(gitdir, 'trunk', model);
  await commitToBare(gitdir, 'team/next', { ...model, 'notes.md': 'Next' }, [head]);
  await commitToBare(join(folder, 'acme/reports.git'), 'main', model);
  await commitToBare(join(folder, 'zebra/models.git'), 'main', model);
  await commitDbtProject(join(folder, `${dbtRepository}.git`));
  return {
    repositories: folder,
    buildMs: 60,
    users: [{ username: 'colleague' }, { username: 'leaver' }, ...permissionUsers],
    metricViewStep: (signal) => converting.step(signal),
    dbtStep: (phase, signal) => syncing.step(phase, signal),
    renderDashboard: (request, signal) => rendering.draw(request, signal),
  };
}

async function commitDbtProject(gitdir: string): Promise<void> {
  const project = { 'dbt_project.yml': 'name: jaffle_shop\n' };
  const manifest = (content: unknown) => ({ ...project, 'target/manifest.json': JSON.stringify(content) });
  const head = await commitToBare(gitdir, 'main', manifest(jaffleShop()));
  const catalog = JSON.stringify(catalogOf('events', { ID: 'NUMBER', happened_at: 'TIMESTAMP_NTZ', note: 'TEXT' }));
  await commitToBare(gitdir, 'typed', { ...manifest(untyped()), 'target/catalog.json': catalog });
  await commitToBare(gitdir, 'unparsed', project);
  await commitToBare(gitdir, 'other', { 'README.md': 'No dbt project' });
  const metadata = { dbt_schema_version: manifestVersion(1, 'catalog') };
  await commitToBare(gitdir, 'artifact', manifest(manifestOf({ metadata })));
  mkdirSync(join(gitdir, 'refs/tags'), { recursive: true });
  writeFileSync(join(gitdir, 'refs/tags/v1'), `${head}\n`);
}
