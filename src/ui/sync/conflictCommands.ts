/** The commands that compare files and resolve conflicts. Their code loads on first use. */

import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { OpenMerges } from './openMerges.ts';

const actions = () => import('./conflictActions.ts');

export function conflictCommands(
  app: App,
): Pick<
  CommandHandlers,
  | 'dataModel.sync.openDiff'
  | 'dataModel.sync.openMergeEditor'
  | 'dataModel.sync.takeLocal'
  | 'dataModel.sync.takeRemote'
  | 'dataModel.sync.keepBoth'
> {
  let merges: OpenMerges | undefined;
  return {
    'dataModel.sync.openDiff': async (...args) => (await actions()).openDiff(app, args),
    'dataModel.sync.openMergeEditor': async (...args) => {
      const { openMerges, openMergeEditor } = await actions();
      merges ??= openMerges(app);
      await openMergeEditor(app, merges, args);
    },
    'dataModel.sync.takeLocal': async (...args) => (await actions()).resolveSelected(app, args, 'local'),
    'dataModel.sync.takeRemote': async (...args) => (await actions()).resolveSelected(app, args, 'remote'),
    'dataModel.sync.keepBoth': async (...args) => (await actions()).resolveSelected(app, args, 'both'),
  };
}
