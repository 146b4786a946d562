/** `npm start -- --no-open --json` as a process. */

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { repository } from '../vscode/locations.ts';

/** The line that it prints. */
export interface Started {
  editorUrl: string;
  platformUrl: string;
  apiKey: string;
  adminApiKey: string;
  workspace: string;
}

export interface StartProcess {
  readonly child: ChildProcess;
  readonly started: Started;
  /** Everything on its standard output so far. */
  output(): string;
}

/** Resolves when it has printed its line. */
export async function startProcess(): Promise<StartProcess> {
  const args = ['--import', 'tsx', path.join(repository, 'test/vscode/start.ts'), '--no-open', '--json'];
  const child = spawn(process.execPath, args, { cwd: repository, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const printed = new Promise<void>((resolve) => {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('\n')) resolve();
    });
  });
  const exited = once(child, 'exit').then(() => assert.fail(`npm start ended before it was ready: ${output}`));
  await Promise.race([printed, exited]);
  return { child, started: JSON.parse(output) as Started, output: () => output };
}
