/** The entry point: `activate` constructs every object once, from top to bottom. */

import * as vscode from 'vscode';
import { Lifetime } from './base/lifetime.ts';
import { redactingLog } from './base/log.ts';
import { type Binding, noConnection } from './session/binding.ts';
import type { ConnectionRecord } from './session/connection.ts';
import { Connections } from './session/connections.ts';
import type { DeploymentSession } from './session/deploymentSession.ts';
import { sessionErrors } from './session/errors.ts';
import { Folders } from './session/folders.ts';
import { ContentReads } from './session/review/contentReads.ts';
import { ApiExplorer } from './ui/api/apiCommands.ts';
import { AssistantServers } from './ui/assistants/assistantServers.ts';
import { branchCommands } from './ui/branches/branchCommands.ts';
import { Authentication } from './ui/connections/authentication.ts';
import { connectCommands } from './ui/connections/connectCommands.ts';
import { connectionRemedies } from './ui/connections/connectionRemedies.ts';
import { rememberDeploymentNames } from './ui/connections/deploymentName.ts';
import { EmulatorConnection } from './ui/connections/emulatorConnection.ts';
import { ServedFolders } from './ui/connections/servedFolders.ts';
import { viewContext } from './ui/connections/viewContext.ts';
import { ContentView } from './ui/content/contentView.ts';
import { DashboardCommands } from './ui/dashboard/dashboardCommands.ts';
import { DatabaseCommands } from './ui/database/databaseCommands.ts';
import { SyncsView } from './ui/dbt/syncsView.ts';
import { commandTargets } from './ui/deployments/deploymentChoice.ts';
import { DeploymentsView } from './ui/deployments/deploymentsView.ts';
import { EmbeddingView } from './ui/embedding/embeddingView.ts';
import { FileEvents } from './ui/folders/fileEvents.ts';
import { bindingCommands, bindingSettings, readBindings } from './ui/folders/folderBinding.ts';
import { addressToConnect } from './ui/folders/folderChoice.ts';
import { makeFolderHost, resumeFollowedBranches } from './ui/folders/folderHost.ts';
import { LocalProjects } from './ui/folders/localProjects.ts';
import { HealthCommands } from './ui/health/healthCommands.ts';
import { languageCommands, registerLanguageFeatures } from './ui/language/languageFeatures.ts';
import { logCommands } from './ui/logs/logCommands.ts';
import { LogDocuments } from './ui/logs/logDocuments.ts';
import { LogTails } from './ui/logs/logTails.ts';
import { MapCommands } from './ui/map/mapCommands.ts';
import { MetricViewCommands } from './ui/metricViews/metricViewCommands.ts';
import { operateCommands } from './ui/operate/operateCommands.ts';
import { Diagnostics } from './ui/problems/diagnostics.ts';
import { modelCommands } from './ui/problems/modelCommands.ts';
import { QueryCommands } from './ui/query/queryCommands.ts';
import { ResourceFileSystem } from './ui/resources/resourceFileSystem.ts';
import { ResourcesView } from './ui/resources/resourcesView.ts';
import { ReviewCommands } from './ui/review/reviewCommands.ts';
import type { App } from './ui/shell/app.ts';
import { type CommandHandlers, commandRunner } from './ui/shell/commandRunner.ts';
import { registerCommands } from './ui/shell/commands.ts';
import type { RemedyOf } from './ui/shell/notifications.ts';
import { ReadOnlyDocuments } from './ui/shell/readOnlyDocuments.ts';
import { ScratchFiles } from './ui/shell/scratchFiles.ts';
import { onSettingChange, readNetwork } from './ui/shell/settings.ts';
import { StatusBar, statusCommands } from './ui/status/statusBar.ts';
import { StatusSource } from './ui/status/statusSource.ts';
import { BranchDocuments } from './ui/sync/branchDocuments.ts';
import { FileDecorations } from './ui/sync/fileDecorations.ts';
import { MergeFiles } from './ui/sync/mergeFiles.ts';
import { SourceControls } from './ui/sync/sourceControls.ts';
import { syncCommands } from './ui/sync/syncCommands.ts';
import { ModelTests } from './ui/tests/modelTests.ts';
import { viewCommands } from './ui/tree/viewCommands.ts';
import { noticeCheckouts } from './ui/trial/checkoutNotice.ts';
import { continueTrial, showStartedSample, trialCommands } from './ui/trial/trialCommands.ts';

const connectionsKey = 'dataModel.connections';

/** Only for the tests inside an editor. */
export interface TestAccess {
  app: App;
  deployments: DeploymentsView;
  dashboards: DashboardCommands;
  health: HealthCommands;
  content: ContentView;
  dbtSyncs: SyncsView;
  resources: ResourcesView;
  databases: DatabaseCommands;
  maps: MapCommands;
  tests: ModelTests;
  queries: QueryCommands;
  reviews: ReviewCommands;
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
      openPlatform: async (endpoint, connection) => {
        const { openPlatform } = await import('./session/openPlatform.ts');
        return openPlatform(endpoint, connection, log, readNetwork(), context.globalStorageUri.fsPath);
      },
      environment,
      log,
    }),
  );

  const makeFolders = (deploymentOf: (binding: Binding) => Promise<DeploymentSession>, others?: Folders) =>
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
      }, others),
    );
  /** Projects without a binding. */
  const localFolders = makeFolders(async () => {
    throw sessionErrors.error('folder-not-bound');
  });
  const folders = makeFolders(async ({ connectionId, deploymentId }) => {
    const connection = connections.get(connectionId);
    if (!connection) {
      throw noConnection(connectionId);
    }
    return (await connection.open()).deployment(deploymentId);
  }, localFolders);
  const readFolders = () => folders.set(readBindings(log));
  readFolders();
  lifetime.add(onSettingChange(bindingSettings, readFolders));
  lifetime.add(vscode.workspace.onDidChangeWorkspaceFolders(readFolders));

  const scratch = lifetime.add(new ScratchFiles(context.workspaceState));
  const contentReads = lifetime.add(new ContentReads());
  const app: App = {
    ...{ context, log, connections, folders, scratch, contentReads },
    remedyOf: (failure) => remedies(failure),
  };

  lifetime.add(viewContext(app));
  lifetime.add(rememberDeploymentNames(app));
  const emulator = lifetime.add(new EmulatorConnection(app));
  const served = lifetime.add(new ServedFolders(app, () => databases.databases()));
  lifetime.add(new Authentication(app));
  const deployments = lifetime.add(new DeploymentsView(app));
  const readOnlyDocuments = lifetime.add(new ReadOnlyDocuments(app));
  lifetime.add(new BranchDocuments(app, readOnlyDocuments));
  const tests = lifetime.add(new ModelTests(app, [folders, localFolders]));
  const mergeFiles = lifetime.add(new MergeFiles(app));
  const reviews = lifetime.add(new ReviewCommands(app, readOnlyDocuments, tests, () => mergeFiles.merges()));
  lifetime.add(new SourceControls(app, (...group) => reviews.addGroup(...group)));
  lifetime.add(new FileDecorations(app));
  const status = lifetime.add(new StatusSource(app));
  lifetime.add(new StatusBar(status));
  const logDocuments = lifetime.add(new LogDocuments(app, readOnlyDocuments));
  const logTails = lifetime.add(new LogTails(app));
  const dashboards = lifetime.add(new DashboardCommands(app, readOnlyDocuments));
  const api = lifetime.add(new ApiExplorer(app, readOnlyDocuments));
  const health = lifetime.add(new HealthCommands(app));
  lifetime.add(new Diagnostics([folders, localFolders]));
  lifetime.add(registerLanguageFeatures(app, [folders, localFolders]));
  const databases = lifetime.add(new DatabaseCommands(app, readOnlyDocuments, [folders, localFolders]));
  const assistants = lifetime.add(
    new AssistantServers(app, readOnlyDocuments, [folders, localFolders], () => databases.databases()),
  );
  const maps = lifetime.add(new MapCommands(app, [folders, localFolders], () => databases.databases()));
  const queries = lifetime.add(
    new QueryCommands(app, readOnlyDocuments, async () => (await maps.maps()).current?.folder),
  );
  const projects = lifetime.add(new LocalProjects(folders, localFolders, log));
  lifetime.add(new FileEvents(folders, localFolders, projects, log));

  const resourceFiles = lifetime.add(new ResourceFileSystem(app, readOnlyDocuments));
  const resources = lifetime.add(new ResourcesView(app, resourceFiles.onCreate));
  const content = lifetime.add(new ContentView(app, readOnlyDocuments));

  const embedding = lifetime.add(new EmbeddingView(app));

  const dbtSyncs = lifetime.add(new SyncsView(app, readOnlyDocuments));
  const metricViews = lifetime.add(new MetricViewCommands(app, readOnlyDocuments));

  const run = commandRunner(
    () => handlers,
    commandTargets(app),
    vscode.l10n,
    () => resourceFiles.announceOpen(),
  );
  const connectRemedies = connectionRemedies(app, run, () => addressToConnect(app));
  const remedies: RemedyOf = (failure) => connectRemedies(failure) ?? health.remedyOf(failure);
  const handlers: CommandHandlers = {
    ...connectCommands(app, () => addressToConnect(app)),
    ...trialCommands(app, { emulator, served }, run),
    ...bindingCommands(app, run),
    ...viewCommands([deployments.tree, content.tree, resources.tree, embedding.tree, dbtSyncs.tree]),
    ...branchCommands(app, () => reviews.reviews(), run),
    ...reviews.commands([folders, localFolders]),
    ...operateCommands(app, (target) => deployments.reveal(target)),
    ...syncCommands(app, readOnlyDocuments, mergeFiles, (followed) => reviews.look(followed)),
    ...modelCommands(app),
    ...databases.commands(),
    ...assistants.commands(),
    ...languageCommands(app, [folders, localFolders]),
    ...deployments.commands(),
    ...logCommands(logDocuments, logTails),
    ...dashboards.commands(),
    ...api.commands(),
    ...content.commands(),
    ...resources.commands(),
    ...dbtSyncs.commands(),
    ...metricViews.commands(),
    ...embedding.commands(),
    ...health.commands(),
    ...maps.commands(),
    ...queries.commands(),
    ...tests.commands(),
    ...statusCommands(app, status, run),
    'dataModel.log.show': () => log.show(),
  };
  lifetime.add(registerCommands(handlers, run, app));
  lifetime.add(reviews.restoreTabs(run));
  lifetime.add(resumeFollowedBranches(app));
  continueTrial(app);
  lifetime.add(noticeCheckouts(app, served, run));
  showStartedSample(app, { url, branch: process.env.DATA_MODEL_SAMPLE_BRANCH });
  return context.extensionMode === vscode.ExtensionMode.Test
    ? { app, deployments, dashboards, health, content, databases, dbtSyncs, resources, maps, queries, reviews, tests }
    : undefined;
}
