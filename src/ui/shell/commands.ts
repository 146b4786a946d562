/** Registers the commands of the command table. Their errors are shown here. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { CommandId } from '../manifest/commandTable.ts';
import type { CommandHandlers, RunCommand } from './commandRunner.ts';
import { type FailureShell, showFailure } from './notifications.ts';

export function registerCommands(handlers: CommandHandlers, run: RunCommand, shell: FailureShell): Disposable {
  const lifetime = new Lifetime();
  for (const id of Object.keys(handlers) as CommandId[]) {
    lifetime.add(
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        shell.log.debug(`Command ${id}`);
        try {
          return await run(id, ...args);
        } catch (failure) {
          await showFailure(failure, shell);
          return undefined;
        }
      }),
    );
  }
  return lifetime;
}
