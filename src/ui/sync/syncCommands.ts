/** The commands that compare, push and pull, and those that show the history and the trash. Their code loads on first use. */

import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import { chooseFollowedBranch } from './syncTargets.ts';

const actions = () => import('./syncActions.ts');

/** @param onRefresh called when the user compares a branch */
export function syncCommands(
  app: App,
  documents: ReadOnlyDocuments,
  onRefresh: (followed: FollowedBranch) => void,
): Pick<
  CommandHandlers,
  | 'dataModel.sync.refresh'
  | 'dataModel.sync.review'
  | 'dataModel.sync.push'
  | 'dataModel.sync.pull'
  | 'dataModel.sync.why'
  | 'dataModel.sync.restore'
  | 'dataModel.sync.history'
> {
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
  };
}
