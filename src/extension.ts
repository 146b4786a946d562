/** Table of contents of the extension: `activate` builds every object once, top to bottom, and nothing else. */

import * as vscode from 'vscode';
import { UserError } from './base/errors.ts';
import { Lifetime } from './base/lifetime.ts';
import { redactingLog } from './base/log.ts';
import type { Binding } from './session/binding.ts';
import { type ConnectionRecord, Connections } from './session/connections.ts';
import type { DeploymentSession } from './session/deploymentSession.ts';
import { Folders } from './session/folders.ts';
import type { App } from './ui/app.ts';
import { Authentication } from './ui/authentication.ts';
import { bindingSettings, readBindings } from './ui/bindings.ts';
import { branchCommands } from './ui/branchCommands.ts';
import { BranchDocuments } from './ui/branchDocuments.ts';
import { buildCommands } from './ui/buildCommands.ts';
import { type CommandTable, registerCommands } from './ui/commands.ts';
import { connectCommands } from './ui/connect.ts';
import { connectionContext } from './ui/connectionContext.ts';
import { Dashboards } from './ui/dashboardCommands.ts';
import { DeploymentsTree } from './ui/deploymentsTree.ts';
import { Diagnostics } from './ui/diagnostics.ts';
import { Documents } from './ui/documents.ts';
import { EmulatorConnection } from './ui/emulatorConnection.ts';
import { environmentCommands } from './ui/environmentCommands.ts';
import { FileDecorations } from './ui/fileDecorations.ts';
import { bindingCommands } from './ui/folderBinding.ts';
import { makeFolderHost } from './ui/folderHost.ts';
import { Logs } from './ui/logs.ts';
import { modelCommands } from './ui/modelCommands.ts';
import { promotionCommands } from './ui/promotionCommands.ts';
import { ReadOnlyDocuments } from './ui/readOnlyDocuments.ts';
import { onSettingChange, readNetwork } from './ui/settings.ts';
import { SourceControls } from './ui/sourceControl.ts';
import { StatusBar, statusCommands } from './ui/statusBar.ts';
import { StatusSource } from './ui/statusSource.ts';
import { syncCommands } from './ui/syncCommands.ts';
import { continueTrial, trialCommands } from './ui/tryItHere.ts';

const connectionsKey = 'dataModel.connections';

/** What the tests inside an editor look at; nobody else is given it. */
export interface TestAccess {
  app: App;
  tree: DeploymentsTree;
  dashboards: Dashboards;
}

export function activate(context: vscode.ExtensionContext): TestAccess | undefined {
  const lifetime = new Lifetime();
  context.subscriptions.push(lifetime);

  const channel = lifetime.add(vscode.window.createOutputChannel('Data Model', { log: true }));
  const { DATA_MODEL_URL: url, DATA_MODEL_API_KEY: apiKey, DATA_MODEL_ADMIN_API_KEY: adminApiKey } = process.env;
  const environment = { url, apiKey, adminApiKey };
  const log = Object.assign(
    redactingLog(channel, () => [apiKey, adminApiKey].filter((key) => key !== undefined)),
    { show: () => channel.show() },
  );

  const connections = lifetime.add(
    new Connections({
      secrets: context.secrets,
      records: {
        read: () => context.globalState.get<ConnectionRecord[]>(connectionsKey, []),
        write: (records) => context.globalState.update(connectionsKey, records),
      },
      openPlatform: async (endpoint, connection) =>
        (await import('./session/openPlatform.ts')).openPlatform(endpoint, connection, log, readNetwork()),
      environment,
      log,
    }),
  );

  const makeFolders = (deploymentOf: (binding: Binding) => Promise<DeploymentSession>) =>
    lifetime.add(
      new Folders(async (folder) => {
        const { FolderSession } = await import('./session/folderSession.ts');
        return new FolderSession({
          binding: folder.binding,
          host: makeFolderHost(folder, context.workspaceState),
          storageFolder: context.globalStorageUri.fsPath,
          deployment: () => deploymentOf(folder.binding),
          log,
        });
      }),
    );
  const folders = makeFolders(async ({ connectionId, deploymentId }) => {
    const connection = connections.get(connectionId);
    if (!connection) {
      throw new UserError(vscode.l10n.t('There is no connection to {0}.', connectionId), {
        action: vscode.l10n.t('Connect to the platform, or bind the folder to another deployment.'),
      });
    }
    return (await connection.open()).deployment(deploymentId);
  });
  const readFolders = () => folders.set(readBindings(log));
  readFolders();
  lifetime.add(onSettingChange(bindingSettings, readFolders));
  lifetime.add(vscode.workspace.onDidChangeWorkspaceFolders(readFolders));

  /** Projects bound to no deployment: analysed all the same. */
  const localProjects = makeFolders(async () => {
    throw new UserError(vscode.l10n.t('This folder is bound to no deployment.'), {
      action: vscode.l10n.t('Bind it to one first.'),
    });
  });

  const app: App = { context, log, connections, folders };

  lifetime.add(connectionContext(app));
  const emulator = lifetime.add(new EmulatorConnection(app));
  lifetime.add(new Authentication(app));
  const tree = lifetime.add(new DeploymentsTree(app));
  const readOnlyDocuments = lifetime.add(new ReadOnlyDocuments());
  lifetime.add(new BranchDocuments(app, readOnlyDocuments));
  lifetime.add(new SourceControls(app));
  lifetime.add(new FileDecorations(app));
  const status = lifetime.add(new StatusSource(app));
  lifetime.add(new StatusBar(status));
  const logs = lifetime.add(new Logs(app, readOnlyDocuments));
  const dashboards = lifetime.add(new Dashboards(app));
  lifetime.add(new Diagnostics([folders, localProjects]));
  lifetime.add(new Documents(folders, localProjects, log));

  const commands: CommandTable = {
    ...connectCommands(app),
    ...trialCommands(app, emulator),
    ...bindingCommands(app),
    ...tree.commands(),
    ...branchCommands(app),
    ...promotionCommands(app),
    ...environmentCommands(app),
    ...syncCommands(app, readOnlyDocuments),
    ...modelCommands(app),
    ...buildCommands(app),
    ...logs.commands(),
    ...dashboards.commands(),
    ...statusCommands(app, status, (id, ...args) => commands[id](...args)),
    'dataModel.log.show': () => log.show(),
  };
  lifetime.add(registerCommands(commands, log));
  continueTrial(app);
  return context.extensionMode === vscode.ExtensionMode.Test ? { app, tree, dashboards } : undefined;
}
