/** The options of the emulator in contract tests: short builds, and repositories to connect. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { startEmulator } from '../../src/emulator/emulator.ts';
import type { RenderDashboard } from '../../src/emulator/platform/exports.ts';
import { commitToBare } from '../emulator/bareRepository.ts';

export const remoteRepository = 'acme/models';

const draw: RenderDashboard = async ({ format }) =>
  Buffer.from(format === 'png' ? '\x89PNG\r\n\x1a\n…' : '%PDF-1.7\n…', 'latin1');

/** The renderer of dashboards, which a test may replace. */
export const rendering: { draw: RenderDashboard; reset(): void } = {
  draw,
  reset() {
    this.draw = draw;
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
  return {
    repositories: folder,
    buildMs: 60,
    users: [{ username: 'colleague' }],
    renderDashboard: (request, signal) => rendering.draw(request, signal),
  };
}
