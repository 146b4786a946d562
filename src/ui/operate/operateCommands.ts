/** The commands that operate a deployment. Their code loads on first use. */

import type { Uri } from 'vscode';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { Row, RowTarget } from '../tree/row.ts';

const creation = () => import('./createDeployment.ts');
const deployments = () => import('./deploymentActions.ts');
const environments = () => import('./environments.ts');
const variables = () => import('./variables.ts');
const versions = () => import('./versions.ts');

type RowArgument = Row | undefined;

/** @param reveal shows the row of a deployment */
export function operateCommands(app: App, reveal: (target: RowTarget) => Promise<void>) {
  return {
    'dataModel.deployment.create': async (connection) => (await creation()).createDeployment(app, connection, reveal),
    'dataModel.deployment.continueCreation': async (selected) => (await creation()).continueCreation(app, selected),
    'dataModel.deployment.resetCreation': async (selected) => (await creation()).resetCreation(selected),
    'dataModel.deployment.build': async (selected) => (await import('./buildAgain.ts')).buildAgain(app, selected),
    'dataModel.deployment.openSettings': async (selected) => (await deployments()).openDeploymentSettings(selected),
    'dataModel.deployment.delete': async (selected) => (await deployments()).deleteDeployment(app, selected),
    'dataModel.variable.add': async (selected) => (await variables()).addVariable(app, selected),
    'dataModel.variable.edit': async (selected, row: RowArgument) =>
      (await variables()).editVariable(app, selected, row),
    'dataModel.variable.import': async (selected, argument: RowArgument | Uri) =>
      (await variables()).importVariables(app, selected, argument),
    'dataModel.version.change': async (selected, row: RowArgument) =>
      (await versions()).changeVersion(app, selected, row),
    'dataModel.version.hold': async (selected) => (await versions()).holdVersion(selected, true),
    'dataModel.version.endHold': async (selected) => (await versions()).holdVersion(selected, false),
    'dataModel.environment.copyUrl': async (selected, row: RowArgument) =>
      (await environments()).copyUrl(selected, row),
    'dataModel.environment.copySettings': async (selected, row: RowArgument) =>
      (await environments()).copyClientSettings(selected, row),
    'dataModel.environment.createToken': async (selected, row: RowArgument) =>
      (await environments()).createToken(selected, row),
    'dataModel.usageAnalytics.createToken': async (connection) => (await environments()).createUsageToken(connection),
    'dataModel.auditLog.export': async (connection) => (await import('./exportAuditLog.ts')).exportAuditLog(connection),
  } satisfies Partial<CommandHandlers>;
}
