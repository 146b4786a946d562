/** The commands that compare, push, pull and resolve conflicts, and those that show the history and the trash. Their code loads on first use. */

import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { MergeFiles } from './mergeFiles.ts';
import { chooseFollowedBranch } from './syncTargets.ts';

const actions = () => import('./syncActions.ts');
const conflicts = () => import('./conflictActions.ts');

type SyncCommand = Extract<keyof CommandHandlers, `dataModel.sync.${string}`>;

/** @param onRefresh called when the user compares a branch */
export function syncCommands(
  app: App,
  documents: ReadOnlyDocuments,
  mergeFiles: MergeFiles,
  onRefresh: (followed: FollowedBranch) => void,
): Pick<CommandHandlers, SyncCommand> {
  return {
    'dataModel.sync.refresh': async (argument?: unknown) => {
      const followed = await chooseFollowedBranch(app, argument);
      onRefresh(followed);
      await (await actions()).refresh(followed);
    },
    'dataModel.sync.review': async (argument?: unknown) => (await actions()).reviewPlan(app, argument),
    'dataModel.sync.push': async (...args) => (await actions()).transfer(app, 'push', args),
    'dataModel.sync.pull': async (...args) => (await actions()).transfer(app, 'pull', args),
    'dataModel.sync.why': async (...args) => (await actions()).explainStatus(app, args),
    'dataModel.sync.restore': async (argument?: unknown) => (await actions()).restore(app, argument),
    'dataModel.sync.history': async (argument?: unknown) => (await actions()).showHistory(app, documents, argument),
    'dataModel.sync.openDiff': async (...args) => (await conflicts()).openDiff(app, args),
    'dataModel.sync.openMergeEditor': async (...args) => {
      await (await conflicts()).openMergeEditor(app, await mergeFiles.merges(), args);
    },
    'dataModel.sync.completeMerge': async () => (await mergeFiles.merges()).completeActive(),
    'dataModel.sync.takeLocal': async (...args) => (await conflicts()).resolveSelected(app, args, 'local'),
    'dataModel.sync.takeRemote': async (...args) => (await conflicts()).resolveSelected(app, args, 'remote'),
    'dataModel.sync.keepBoth': async (...args) => (await conflicts()).resolveSelected(app, args, 'both'),
  };
}
