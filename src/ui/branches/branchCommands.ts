/** The commands of branches. Their code loads on first use. */

import type { Reviews } from '../review/reviews.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers, RunCommand } from '../shell/commandRunner.ts';
import type { Row } from '../tree/row.ts';

const actions = () => import('./branchActions.ts');
const promotions = () => import('./promotions.ts');

type RowArgument = Row | undefined;

/** @param run for the commands that end in another one */
export function branchCommands(app: App, reviews: () => Promise<Reviews>, run: RunCommand) {
  return {
    'dataModel.branch.create': async (selected, row: RowArgument) => (await actions()).createBranch(app, selected, row),
    'dataModel.branch.createAgain': async (selected) => (await actions()).createBranchAgain(app, selected),
    'dataModel.branch.openDevMode': async (selected, argument: unknown) =>
      (await actions()).openBranch(app, selected, argument),
    'dataModel.branch.leaveDevMode': async (selected) => (await actions()).leaveDevMode(app, selected),
    'dataModel.branch.delete': async (selected, row: RowArgument) => (await actions()).deleteBranch(app, selected, row),
    'dataModel.branch.enableStaging': async (selected, row: RowArgument) =>
      (await actions()).setStaging(selected, row, true),
    'dataModel.branch.disableStaging': async (selected, row: RowArgument) =>
      (await actions()).setStaging(selected, row, false),
    'dataModel.branch.openInWeb': async ({ deployment }) =>
      (await import('./productionBuild.ts')).openInWeb(deployment),
    'dataModel.branch.copyName': async (selected, row: RowArgument) => (await actions()).copyBranchName(selected, row),
    'dataModel.branch.pull': async (selected, argument: unknown) =>
      (await promotions()).updateFromParent(app, await reviews(), selected, argument),
    'dataModel.branch.commit': async (selected, argument: unknown) =>
      (await promotions()).commit(app, await reviews(), selected, argument),
    'dataModel.branch.mergeToParent': async (selected, argument: unknown) =>
      (await promotions()).merge(app, await reviews(), selected, argument, 'parent'),
    'dataModel.branch.mergeToProduction': async (selected, argument: unknown) =>
      (await promotions()).merge(app, await reviews(), selected, argument, 'production'),
    'dataModel.review.open': async (selected, argument: unknown) =>
      (await promotions()).review(run, selected, argument),
  } satisfies Partial<CommandHandlers>;
}
