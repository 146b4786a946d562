/** The commands that operate a deployment. Their code loads on first use. */

import type { App } from '../shell/app.ts';
import type { CommandTable } from '../shell/commands.ts';
import type { Row, RowTarget } from '../tree/row.ts';

const creation = () => import('./createDeployment.ts');
const environments = () => import('./environments.ts');
const variables = () => import('./variables.ts');
const versions = () => import('./versions.ts');

type Argument = Row | undefined;

/** @param reveal shows the row of a deployment */
export function operateCommands(app: App, reveal: (target: RowTarget) => Promise<void>) {
  return {
    'dataModel.deployment.create': async (row: Argument) => (await creation()).createDeployment(app, row, reveal),
    'dataModel.deployment.continueCreation': async (row: Argument) => (await creation()).continueCreation(app, row),
    'dataModel.deployment.resetCreation': async (row: Argument) => (await creation()).resetCreation(app, row),
    'dataModel.deployment.build': async (row: Argument) => (await import('./buildAgain.ts')).buildDeployment(app, row),
    'dataModel.deployment.openSettings': async (row: Argument) =>
      (await import('./openSettings.ts')).openDeploymentSettings(app, row),
    'dataModel.deployment.delete': async (row: Argument) =>
      (await import('./deleteDeployment.ts')).deleteDeployment(app, row),
    'dataModel.variable.add': async (row: Argument) => (await variables()).addVariable(app, row),
    'dataModel.variable.edit': async (row: Argument) => (await variables()).editVariable(app, row),
    'dataModel.variable.import': async (row: Argument) => (await variables()).importVariables(app, row),
    'dataModel.version.change': async (row: Argument) => (await versions()).changeVersion(app, row),
    'dataModel.version.hold': async (row: Argument) => (await versions()).holdVersion(app, row, true),
    'dataModel.version.endHold': async (row: Argument) => (await versions()).holdVersion(app, row, false),
    'dataModel.environment.copyUrl': async (row: Argument) => (await environments()).copyUrl(app, row),
    'dataModel.environment.copySettings': async (row: Argument) => (await environments()).copyClientSettings(app, row),
    'dataModel.environment.createToken': async (row: Argument) => (await environments()).createToken(app, row),
    'dataModel.auditLog.export': async (row: Argument) =>
      (await import('./exportAuditLog.ts')).exportAuditLog(app, row),
  } satisfies Partial<CommandTable>;
}
