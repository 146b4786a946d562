/** The commands that open and follow the logs of a deployment. */

import { chooseDeployment } from '../deployments/deploymentChoice.ts';
import type { App } from '../shell/app.ts';
import type { CommandTable } from '../shell/commands.ts';
import type { LogDocuments } from './logDocuments.ts';
import type { LogTails } from './logTails.ts';
import { pickLogFilter } from './pickLogFilter.ts';

export function logCommands(
  app: App,
  documents: LogDocuments,
  tails: LogTails,
): Pick<CommandTable, 'dataModel.logs.open' | 'dataModel.logs.tail' | 'dataModel.logs.stopTail'> {
  return {
    'dataModel.logs.open': async (argument?: unknown) => {
      const selected = await chooseDeployment(app, argument, 'dataModel.logs.open');
      await documents.open(selected, await pickLogFilter(selected));
    },
    'dataModel.logs.tail': async (argument?: unknown) => {
      const selected = await chooseDeployment(app, argument, 'dataModel.logs.tail');
      await tails.start(selected, await pickLogFilter(selected));
    },
    'dataModel.logs.stopTail': () => tails.stop(),
  };
}
