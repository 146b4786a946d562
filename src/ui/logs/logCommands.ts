/** The commands that open and follow the logs of a deployment. */

import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { LogDocuments } from './logDocuments.ts';
import type { LogTails } from './logTails.ts';

const filters = () => import('./pickLogFilter.ts');

export function logCommands(
  documents: LogDocuments,
  tails: LogTails,
): Pick<CommandHandlers, 'dataModel.logs.open' | 'dataModel.logs.tail' | 'dataModel.logs.stopTail'> {
  return {
    'dataModel.logs.open': async (selected) => {
      await documents.open(selected, await (await filters()).pickLogFilter(selected));
    },
    'dataModel.logs.tail': async (selected) => {
      await tails.start(selected, await (await filters()).pickLogFilter(selected));
    },
    'dataModel.logs.stopTail': () => tails.stop(),
  };
}
