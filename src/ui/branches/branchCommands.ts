/** The commands of branches. Their code loads on first use. */

import type { Reviews } from '../review/reviews.ts';
import type { App } from '../shell/app.ts';
import type { CommandTable } from '../shell/commands.ts';
import type { Row } from '../tree/row.ts';

const actions = () => import('./branchActions.ts');
const promotions = () => import('./promotions.ts');

type Argument = Row | undefined;

export function branchCommands(app: App, reviews: () => Promise<Reviews>) {
  return {
    'dataModel.branch.create': async (row: Argument) => (await actions()).createBranch(app, row),
    'dataModel.branch.createAgain': async (argument: unknown) => (await actions()).createBranchAgain(app, argument),
    'dataModel.branch.openDevMode': async (argument: unknown) => (await actions()).openBranch(app, argument),
    'dataModel.branch.leaveDevMode': async (argument: unknown) => (await actions()).leaveDevMode(app, argument),
    'dataModel.branch.delete': async (row: Argument) => (await actions()).deleteBranch(app, row),
    'dataModel.branch.enableStaging': async (row: Argument) => (await actions()).setStaging(app, row, true),
    'dataModel.branch.disableStaging': async (row: Argument) => (await actions()).setStaging(app, row, false),
    'dataModel.branch.openInWeb': async (argument: unknown) => (await actions()).openInWeb(app, argument),
    'dataModel.branch.copyName': async (row: Argument) => (await actions()).copyBranchName(app, row),
    'dataModel.branch.pull': async (argument: unknown) =>
      (await promotions()).updateFromParent(app, await reviews(), argument),
    'dataModel.branch.commit': async (argument: unknown) => (await promotions()).commit(app, await reviews(), argument),
    'dataModel.branch.mergeToParent': async (argument: unknown) =>
      (await promotions()).merge(app, await reviews(), argument, 'parent'),
    'dataModel.branch.mergeToProduction': async (argument: unknown) =>
      (await promotions()).merge(app, await reviews(), argument, 'production'),
    'dataModel.review.open': async (argument: unknown) => (await promotions()).review(app, await reviews(), argument),
  } satisfies Partial<CommandTable>;
}
