/** Checkouts of pull requests, as a runner makes them with the whole history. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type Files = Readonly<Record<string, string>>;

export function git(folder: string, ...args: string[]): string {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

export function write(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}

/** Creates a repository with one commit of the files that are in the folder. */
export function commitAll(folder: string): void {
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'base');
}

/** Clones a repository to a new folder, with a change on a branch. */
export function checkOut(origin: string, checkout: string, change: Files): void {
  git(origin, 'clone', '-q', origin, checkout);
  git(checkout, 'checkout', '-q', '-b', 'change');
  push(checkout, change);
}

export function push(checkout: string, change: Files): void {
  write(checkout, change);
  git(checkout, 'add', '-A');
  git(checkout, 'commit', '-q', '-m', 'change', '--allow-empty');
}
