/** The one door to commands: every id of `ids.ts` gets its handler behind one error boundary. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { CommandId } from './ids.ts';
import { showFailure } from './notifications.ts';

// biome-ignore lint/suspicious/noExplicitAny: the editor passes whatever a menu or another extension gives
export type CommandHandler = (...args: any[]) => unknown;
/** All of them: a command without a handler does not compile. */
export type CommandTable = Record<CommandId, CommandHandler>;

export function registerCommands(table: CommandTable, log: Log): Disposable {
  const lifetime = new Lifetime();
  for (const [id, handler] of Object.entries(table)) {
    lifetime.add(
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        log.debug(`Command ${id}`);
        try {
          return await handler(...args);
        } catch (failure) {
          await showFailure(failure, log);
          return undefined;
        }
      }),
    );
  }
  return lifetime;
}
