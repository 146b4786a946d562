/** Runs a command of the command table: finds what it acts on, asks whether the user may do it, and calls its handler. */

import { UserError } from '../../base/errors.ts';
import type { Connection } from '../../session/connection.ts';
import type { DeploymentSession } from '../../session/deploymentSession.ts';
import type { CommandEntry } from '../manifest/commandEntry.ts';
import type { CommandId, commandTable } from '../manifest/commandTable.ts';
import type { ViewId } from '../manifest/ids.ts';
import type { Localizer } from './localizer.ts';

export interface SelectedDeployment {
  connection: Connection;
  deployment: DeploymentSession;
  /** Its name, or its id if the name is unknown. */
  name: string;
  /** The branch of the row, otherwise the dev branch that the bound folder follows. */
  branchName?: string;
  podName?: string;
}

interface Targets {
  connection: Connection;
  deployment: SelectedDeployment;
}
/** Finds the target in the argument of a command, otherwise asks the user. @throws UserError, CancelledError, PlatformError */
export type ChooseTarget = { [Kind in keyof Targets]: (argument: unknown, view?: ViewId) => Promise<Targets[Kind]> };

// biome-ignore lint/suspicious/noExplicitAny: menus and other extensions pass arbitrary arguments
type Arguments = any[];
/** A handler for every command; those with a target receive it before the arguments. A missing handler is a compile error. */
export type CommandHandlers = {
  [Id in CommandId]: (typeof commandTable)[Id] extends { target: infer Kind extends keyof Targets }
    ? (target: Targets[Kind], ...args: Arguments) => unknown
    : (...args: Arguments) => unknown;
};

/**
 * Runs a command of the table. Handlers that end in another command use it, so that its permission is asked, too.
 * @throws the errors of its handler, and the reason if the user may not run it
 */
export type RunCommand = (id: CommandId, ...args: unknown[]) => Promise<unknown>;

/** @param onWrite called after a command that may have changed something on the platform */
export function commandRunner(
  handlers: () => CommandHandlers,
  choose: ChooseTarget,
  l10n: Localizer,
  onWrite: () => void,
): RunCommand {
  return async (id, ...args) => {
    const handler = handlers()[id] as (...args: unknown[]) => unknown;
    const { commandTable } = await import('../manifest/commandTable.ts');
    const { target: kind, targetIn, operation, menus = [] }: CommandEntry = commandTable[id];
    if (isRowMissing(args) && !menus.some(({ menu }) => menu === 'view/title')) {
      throw new UserError(l10n.t('The view was reloading.'), {
        action: l10n.t('Run the command on the row again.'),
      });
    }
    const ended = async <T>(result: T) => {
      const value = await result;
      if (operation && (await import('../../contract/operations.ts')).operations[operation].method !== 'GET') onWrite();
      return value;
    };
    if (kind === undefined) return ended(handler(...args));
    const target = await choose[kind](args[0], targetIn);
    if (operation) {
      const { requirePermission } = await import('./permissions.ts');
      if ('deployment' in target) await requirePermission(await target.connection.open(), id, target.deployment.id);
      else await requirePermission(await target.open(), id);
    }
    return ended(handler(target, ...args));
  };
}

/**
 * A tree passes the row and the selection to a command. The row is missing while the tree reloads, and without it the command
 * would run on another branch or deployment. The title of a view passes no row, or the focused one.
 */
function isRowMissing(args: readonly unknown[]): boolean {
  return args.length > 1 && (args[0] === undefined || args[0] === null);
}
