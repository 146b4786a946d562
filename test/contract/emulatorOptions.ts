/** The options of the emulator in contract tests: short builds, and a repository to connect. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { startEmulator } from '../../src/emulator/emulator.ts';
import type { RenderDashboard } from '../../src/emulator/platform/exports.ts';

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

export function emulatorOptions(): Parameters<typeof startEmulator>[0] {
  const folder = mkdtempSync(join(tmpdir(), 'contract-remote-'));
  remoteFolder = folder;
  mkdirSync(join(folder, 'model/cubes'), { recursive: true });
  writeFileSync(join(folder, 'model/cubes/remote.yml'), 'cubes:\n  - name: remote\n    sql_table: remote\n');
  return {
    repositories: { [remoteRepository]: folder },
    buildMs: 60,
    users: [{ username: 'colleague' }],
    renderDashboard: (request, signal) => rendering.draw(request, signal),
  };
}
