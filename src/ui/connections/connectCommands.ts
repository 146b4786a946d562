/** The commands that connect to a platform, sign in again, use another key, and sign out. Their code loads on first use. */

import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { Row } from '../tree/row.ts';

const actions = () => import('./connectActions.ts');

type ConnectCommand = 'add' | 'remove' | 'signInAgain' | 'useOtherKey';

/** @param addressToConnect the platform of a bound folder to which there is no connection */
export function connectCommands(
  app: App,
  addressToConnect: () => string | undefined,
): Pick<CommandHandlers, `dataModel.connection.${ConnectCommand}` | 'dataModel.emulator.stop'> {
  return {
    'dataModel.connection.add': async (row?: Row) => {
      const suggested = row?.kind === 'suggestion' ? row.target.connectionId : undefined;
      await (await actions()).connect(app, { url: suggested ?? addressToConnect() });
    },
    'dataModel.connection.signInAgain': async (connection) => (await actions()).signInAgain(app, connection),
    'dataModel.connection.useOtherKey': async (connection) => (await actions()).useOtherKey(app, connection),
    'dataModel.connection.remove': async (connection) => (await actions()).removeConnection(app, connection),
    'dataModel.emulator.stop': async (connection) => (await actions()).removeConnection(app, connection),
  };
}
