/** Runs a program in the sinkhole, and returns what it looked for. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../src/base/errors.ts';
import { repository } from '../vscode/locations.ts';
import { runProgram } from '../vscode/process/runProgram.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import type { Contacts } from './sinkhole.ts';

const isolated = ['--net', '--map-root-user'];

/** Why this system has no sinkhole; undefined if it has one. */
export async function missingSinkhole(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'a network of its own for a program exists on Linux only';
  try {
    await runProgram('unshare', [...isolated, 'ip', 'link', 'set', 'lo', 'up']);
    return undefined;
  } catch (failure) {
    return messageOf(failure);
  }
}

/** @param args arguments of Node @throws Error with the output if the program fails */
export async function runInSinkhole(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Contacts> {
  const folder = temporaryFolder('sinkhole');
  try {
    const report = path.join(folder.path, 'contacts.json');
    const sinkhole = path.join(import.meta.dirname, 'sinkhole.ts');
    const node = [process.execPath, '--import', 'tsx'];
    const command = [...isolated, ...node, sinkhole, report, ...node, ...args];
    await runProgram('unshare', command, { cwd: repository, env: { ...process.env, ...env } });
    return JSON.parse(readFileSync(report, 'utf8')) as Contacts;
  } finally {
    folder.remove();
  }
}
