/** Projects for the tests of the server for assistants. */

import { execFileSync } from 'node:child_process';

export function git(folder: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: folder,
    stdio: 'ignore',
  });
}

export function commitAll(folder: string): void {
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'First');
}
