/** Registers the commands of `ids.ts`. Errors of their handlers are shown here. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { CommandId } from '../manifest/commandTable.ts';
import { type RemedyOf, showFailure } from './notifications.ts';

// biome-ignore lint/suspicious/noExplicitAny: menus and other extensions pass arbitrary arguments
export type CommandHandler = (...args: any[]) => unknown;
/** A handler for every command. A missing handler is a compile error. */
export type CommandTable = Record<CommandId, CommandHandler>;

export function registerCommands(table: CommandTable, log: Log, remedyOf: RemedyOf): Disposable {
  const lifetime = new Lifetime();
  for (const [id, handler] of Object.entries(table)) {
    lifetime.add(
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        log.debug(`Command ${id}`);
        try {
          if (isRowMissing(args)) {
            throw new UserError(vscode.l10n.t('The view was reloading.'), {
              action: vscode.l10n.t('Run the command on the row again.'),
            });
          }
          return await handler(...args);
        } catch (failure) {
          await showFailure(failure, log, remedyOf);
          return undefined;
        }
      }),
    );
  }
  return lifetime;
}

/**
 * A tree passes the row and the selection to a command. The row is missing while the tree reloads, and without it the command
 * would run on another branch or deployment.
 */
function isRowMissing(args: readonly unknown[]): boolean {
  return args.length > 1 && (args[0] === undefined || args[0] === null);
}
