/** Continuous runs: after each save, as soon as its branch is built. */

import * as vscode from 'vscode';
import { isCancellation, stackOf } from '../../base/errors.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { followSaves } from '../folders/followSaves.ts';
import type { ProjectTests } from './projectTests.ts';

/** Until `token` is cancelled. A run that has not ended when the next build is ready is cancelled. */
export function runAfterSaves(
  projects: readonly ProjectTests[],
  token: vscode.CancellationToken,
  log: Log,
  run: (token: vscode.CancellationToken, project: ProjectTests) => Promise<void>,
): void {
  const lifetime = new Lifetime();
  for (const project of projects) {
    let current: vscode.CancellationTokenSource | undefined;
    const cancel = () => {
      current?.cancel();
      current?.dispose();
    };
    lifetime.onDispose(cancel);
    lifetime.add(
      followSaves(project.folder, ({ kind }) => {
        if (kind !== 'refresh') return;
        cancel();
        current = new vscode.CancellationTokenSource();
        run(current.token, project).catch((failure) => {
          if (!isCancellation(failure)) log.error(stackOf(failure));
        });
      }),
    );
  }
  lifetime.add(token.onCancellationRequested(() => lifetime.dispose()));
}
