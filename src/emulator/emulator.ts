/** Starts the emulator: state, compiler, database, HTTP server. Tests, the command line and the child process start it here. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { delay } from '../base/async.ts';
import { bundlePath } from '../base/bundlePath.ts';
import { type Log, silentLog } from '../base/log.ts';
import { Compiler } from '../compiler/compiler.ts';
import { overviewPublicId, seedOverview } from './content/overview.ts';
import { sampleTenant, seedContent } from './content/sampleContent.ts';
import { findDashboard } from './content/workbooks.ts';
import { DataApi, type DataPace } from './data/dataApi.ts';
import { dataApiUrl } from './data/dataApiAddress.ts';
import {
  closeDatabases,
  type DatabaseChoice,
  dataOf,
  type OpenDatabases,
  openDatabases,
} from './data/openDatabases.ts';
import { Compilations } from './deployment/compilations.ts';
import type { Services } from './deployment/services.ts';
import { checkedOutBranch } from './git/checkedOutBranch.ts';
import { Repositories } from './git/repositories.ts';
import { readCertificate, readInitialProject } from './initialFiles.ts';
import { dashboardRenderer } from './pages/renderDashboard.ts';
import type { RenderDashboard } from './platform/exports.ts';
import { type NewCredential, Platform } from './platform/platform.ts';
import { AuditLog } from './records/auditLog.ts';
import { emulatorErrors } from './records/emulatorErrors.ts';
import { PlatformRecord } from './records/platformRecord.ts';
import { StateFile } from './records/stateFile.ts';
import { dashboardPublicId } from './sample/sample.ts';
import { addFileUsers, admin, developer, keyOf, seedPlatform } from './seedPlatform.ts';
import { createApp } from './server/app.ts';
import { Faults } from './server/faults.ts';
import { type Listening, listen } from './server/listen.ts';
import { readUsersFile } from './usersFile.ts';

export interface EmulatorOptions extends DatabaseChoice {
  /** 0 (the default) takes a free port. */
  port?: number;
  /** PEM files of a certificate and its key: serves HTTPS with HTTP/2 instead of HTTP. */
  certificate?: { cert: string; key: string };
  /** Folder that keeps the state. Without it the state ends with the emulator. */
  dataDir?: string;
  /** Folder of a project that replaces the sample. Read only if no state is saved yet, except for its `.env`. */
  projectDir?: string;
  /** False starts the deployment without files. Default true. */
  sample?: boolean;
  /** Milliseconds added to every response. */
  latencyMs?: number;
  /** Shortest time of a build in milliseconds, and of five phases of a dbt sync. A function is asked at each start. Default 1500. */
  buildMs?: number | (() => number);
  /** Milliseconds without a request after which a dev environment is suspended. Default 10 minutes. */
  idleMs?: number;
  /** Longest time in milliseconds that a request waits for a build. Default 30 seconds. */
  waitMs?: number;
  /** Folder with the bare git repositories that deployments can connect to, as `owner/name.git`. */
  repositories?: string;
  /** The repository, as `owner/name`, that the dbt syncs of the first deployment read. Default: the connected one. */
  dbtRepository?: string;
  /** The least time that a phase of a dbt sync takes. Default: a fifth of a build. */
  dbtStep?: Services['dbtStep'];
  /** Each conversion to metric views waits for this. Default: a fifth of a build. */
  metricViewStep?: Services['metricViewStep'];
  /** Additional users. The same name again adds another credential to that user. */
  users?: readonly NewCredential[];
  /** JSON file with additional users. */
  usersFile?: string;
  /** Renders a dashboard for an export. By default draws what the embedded page shows. */
  renderDashboard?: RenderDashboard;
  /** Milliseconds since the epoch. */
  clock?: () => number;
  log?: Log;
  /** Path of `dist/compiler.cjs`. */
  compilerBundle?: string;
  /** Compiles the models, and keeps running after the emulator. By default the emulator has its own. */
  compiler?: Compiler;
  /** Whether to run the code of models without restrictions, and `globals.py` too, and their SQL as any user of a database. Default false. */
  trustModels?: boolean;
  /** The process serves nothing but the emulator, which may then replace its global objects by quicker ones. Default false. */
  ownsProcess?: boolean;
  /** How long a request waits for a query, and how much slower queries are made. */
  dataPace?: Partial<DataPace>;
}

export interface RunningEmulator {
  url: string;
  /** Key of an ordinary developer. */
  apiKey: string;
  adminApiKey: string;
  /** The sample's (or project's) deployment. */
  deploymentId: number;
  deployBranch: string;
  /** The public id of the sample's dashboard, or of the overview of a project's measures; empty without one. */
  dashboardPublicId: string;
  /** Name of the sample's embed tenant with users and groups; empty for a project. */
  embedTenant: string;
  /** Base URL of the data API of that deployment's production branch; `{dataApiUrl}/load` runs a query. */
  dataApiUrl: string;
  /** What answers queries, for people; null if nothing names the data of a project. */
  data: string | null;
  faults: Faults;
  /** Keys by user name. */
  keys: Readonly<Record<string, string>>;
  /** Moves the platform's clock forward, in milliseconds. */
  advanceClock(ms: number): void;
  /** Ends every running request and build. Changes that were confirmed are saved. Without `dataDir` nothing is left on disk. */
  close(): Promise<void>;
}

/** @throws UserError with a code of `emulatorErrors` */
export async function startEmulator(options: EmulatorOptions = {}): Promise<RunningEmulator> {
  const log = options.log ?? silentLog;
  const files = await readInitialProject(options.projectDir, options.sample ?? true);
  const compilerBundle = options.compilerBundle ?? bundlePath('compiler.cjs');
  const fileUsers = options.usersFile === undefined ? [] : await readUsersFile(options.usersFile);
  const certificate = options.certificate && (await readCertificate(options.certificate));
  const repositories = await Repositories.open(options.repositories);
  const { dbtRepository } = options;
  if (dbtRepository !== undefined && !(await repositories.find(dbtRepository))) {
    throw emulatorErrors.error('dbt-repository-missing', [dbtRepository]);
  }
  const stateFile = options.dataDir === undefined ? undefined : await StateFile.open(options.dataDir);
  const folder = stateFile?.folder ?? (await mkdtemp(path.join(tmpdir(), 'data-model-emulator-')));
  const compilerOptions = { bundlePath: compilerBundle, log, trustModels: options.trustModels ?? false };
  const compiler = options.compiler ?? new Compiler(compilerOptions);
  // Scripts have a process of their own, so that no query waits for one.
  const python = new Compiler(compilerOptions);
  const faults = new Faults();
  const { buildMs: given = 1500 } = options;
  const buildMs = typeof given === 'function' ? given : () => given;
  let databases: OpenDatabases | undefined;
  let platform: Platform | undefined;
  let data: DataApi | undefined;
  let server: Listening | undefined;
  const end = async () => {
    await server?.close();
    await platform?.close();
    if (databases) closeDatabases(databases);
    data?.dispose();
    if (compiler !== options.compiler) compiler.dispose();
    python.dispose();
    await stateFile?.close();
    if (!stateFile) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  let ending: Promise<void> | undefined;
  const close = () => {
    ending ??= end();
    return ending;
  };
  try {
    databases = await openDatabases(options, log);
    const saved = await stateFile?.read();
    platform = new Platform({
      record: saved ?? emptyPlatform(),
      audit: await AuditLog.open(path.join(folder, 'audit.jsonl')),
      folder,
      stateFile,
      services: {
        clock: options.clock ?? Date.now,
        log,
        compilations: new Compilations(compiler),
        runPython: (script, signal) => python.runPython(script, { signal }),
        buildMs,
        metricViewStep: options.metricViewStep ?? ((signal) => delay(buildMs() / 5, signal)),
        dbtStep: options.dbtStep ?? ((_, signal) => delay(buildMs() / 5, signal)),
        idleMs: options.idleMs ?? 10 * 60_000,
        waitMs: options.waitMs ?? 30_000,
        repositories,
      },
      renderDashboard: options.renderDashboard ?? dashboardRenderer(() => platform!),
    });
    data = new DataApi({
      databases,
      clock: platform.services.clock,
      closing: platform.services.closing,
      ...(options.dataPace && { pace: options.dataPace }),
    });
    await platform.open();
    const { projectDir } = options;
    if (platform.record.deployments.length === 0) {
      const project = projectDir === undefined ? undefined : { projectDir, branch: await checkedOutBranch(projectDir) };
      await seedPlatform(platform, files, project);
      if (project) seedOverview(platform, files);
    } else if (projectDir !== undefined) {
      log.warn(`The data folder already holds a state, so ${projectDir} was not read.`);
    }
    const [first] = platform.record.deployments;
    if (first && dbtRepository !== undefined) first.dbt.repository = dbtRepository;
    if (projectDir === undefined) seedContent(platform);
    for (const user of options.users ?? []) {
      if (user.key === undefined ? !keyOf(platform, user.username) : !platform.findCaller(user.key)) {
        platform.addCredential(user);
      }
    }
    addFileUsers(platform, fileUsers);
    await platform.save();
    const app = createApp({ platform, faults, data, latencyMs: options.latencyMs ?? 0 });
    server = await listen(app, { port: options.port ?? 0, certificate, ownsProcess: options.ownsProcess ?? false });
    platform.setUrl(server.url);
    return {
      url: server.url,
      apiKey: keyOf(platform, developer) ?? '',
      adminApiKey: keyOf(platform, admin) ?? '',
      deploymentId: first?.id ?? 0,
      deployBranch: first?.deployBranch ?? '',
      dashboardPublicId: shownDashboard(platform, projectDir === undefined ? dashboardPublicId : overviewPublicId),
      embedTenant: projectDir === undefined ? sampleTenant : '',
      advanceClock: (ms) => platform!.advanceClock(ms),
      dataApiUrl: first ? productionDataApi(platform, first.id) : '',
      data: dataOf(databases),
      keys: Object.fromEntries(
        platform.record.users.map(({ username }) => [username, keyOf(platform!, username) ?? '']),
      ),
      faults,
      close,
    };
  } catch (failure) {
    await close();
    throw failure;
  }
}

function emptyPlatform(): PlatformRecord {
  return PlatformRecord.parse({ format: 1, users: [], credentials: [], deployments: [], nextDeploymentId: 1 });
}

/** Empty if there is none, for example because it was deleted. */
function shownDashboard(platform: Platform, publicId: string): string {
  return findDashboard(platform, publicId) ? publicId : '';
}

function productionDataApi(platform: Platform, deploymentId: number): string {
  const deployment = platform.deployment(deploymentId);
  return dataApiUrl(deployment, deployment.deployBranch);
}
