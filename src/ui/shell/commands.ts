/** Registers the commands of `ids.ts`. Errors of their handlers are shown here. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { CommandId } from './ids.ts';
import { showFailure } from './notifications.ts';

// biome-ignore lint/suspicious/noExplicitAny: menus and other extensions pass arbitrary arguments
export type CommandHandler = (...args: any[]) => unknown;
/** A handler for every command. A missing handler is a compile error. */
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
