/** Starts the platform on this machine: state, compiler, HTTP server. The one entry for tests, command line and child process. */

import { mkdtemp, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { UserError } from '../base/errors.ts';
import { type Log, silentLog } from '../base/log.ts';
import { Compiler } from '../compiler/compiler.ts';
import { bundled } from './bundles.ts';
import { Compilations } from './compile/compilations.ts';
import { DataApi, type DataPace } from './data/dataApi.ts';
import { dataApiUrl } from './data/dataApiAddress.ts';
import { Database } from './data/database.ts';
import { sampleTenant, seedEmbedding } from './embed/sampleEmbedding.ts';
import { dashboardRenderer } from './embedded/renderDashboard.ts';
import type { RenderDashboard } from './platform/exports.ts';
import { Platform } from './platform/platform.ts';
import { emptyEmbedRecord } from './records/embedRecord.ts';
import type { PlatformRecord } from './records/platformRecord.ts';
import { dashboardPublicId, sampleData, sampleName, sampleProject } from './sample/sample.ts';
import { type AppOptions, createApp } from './server/app.ts';
import { Faults } from './server/faults.ts';
import { readProjectFiles } from './store/projectFolder.ts';
import { StateFile } from './store/stateFile.ts';

export interface EmulatorOptions {
  /** 0 (the default) takes a free one. */
  port?: number;
  /** Keeps everything in this folder; without it the state ends with the emulator. */
  dataDir?: string;
  /** Serves this project instead of the sample, on a fresh start. */
  projectDir?: string;
  /** False: the deployment starts without files. Default true. */
  sample?: boolean;
  /** Milliseconds added to every answer. */
  latencyMs?: number;
  /** Milliseconds a build takes at least. Default 1500. */
  buildMs?: number;
  /** Milliseconds without a request after which a dev environment is suspended. Default 10 minutes. */
  idleMs?: number;
  /** Milliseconds a request that waits for a build is held at most. Default 30 seconds. */
  waitMs?: number;
  /** Folders that stand for repositories one may connect to, by name. */
  repositories?: Readonly<Record<string, string>>;
  /** More users, each with a key of their own; the same name again is another credential of that user. */
  users?: readonly { username: string; admin?: boolean; key?: string }[];
  /** Draws a dashboard for an export; by default as the embedded page does. */
  renderDashboard?: RenderDashboard;
  /** Milliseconds since the epoch. */
  clock?: () => number;
  log?: Log;
  /** Path of `dist/compiler.cjs`. */
  compilerBundle?: string;
  /** File of SQL (SQLite) that fills the database queries run on; default the sample's data. */
  tables?: string;
  /** How long queries are waited for, and how much slower they are made. */
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
  dashboardPublicId: string;
  /** An embed tenant with users and groups, to sign sessions for. */
  embedTenant: string;
  /** Base address of the data API of that deployment's production: `{dataApiUrl}/load` loads. */
  dataApiUrl: string;
  faults: Faults;
  /** Keys by user name. */
  keys: Readonly<Record<string, string>>;
  /** Moves the platform's time on, by milliseconds. */
  advanceClock(ms: number): void;
  /** Ends every request and build under way; what was answered is saved. Without `dataDir` nothing is left on disk. */
  close(): Promise<void>;
}

const developer = 'developer';
const admin = 'admin';

/** @throws UserError when the port is taken, a folder cannot be used or the saved state cannot be read. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<RunningEmulator> {
  const log = options.log ?? silentLog;
  const files = await readInitialFiles(options);
  const bundlePath = options.compilerBundle ?? bundled('compiler.cjs');
  const tables = await resolveTables(options);
  const stateFile = options.dataDir === undefined ? undefined : await StateFile.open(options.dataDir);
  const folder = stateFile?.folder ?? (await mkdtemp(path.join(tmpdir(), 'data-model-emulator-')));
  const compiler = new Compiler({ bundlePath, log });
  const faults = new Faults();
  let platform: Platform | undefined;
  let data: DataApi | undefined;
  let server: Server | undefined;
  const end = async () => {
    const closed = new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    // Requests that wait for a build or hang end with their connections.
    server?.closeAllConnections();
    await closed;
    await platform?.close();
    data?.dispose();
    compiler.dispose();
    await stateFile?.close();
    if (!stateFile) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  let ending: Promise<void> | undefined;
  const close = () => {
    ending ??= end();
    return ending;
  };
  try {
    const saved = await stateFile?.read();
    platform = new Platform({
      record: saved ?? emptyPlatform(),
      folder,
      stateFile,
      services: {
        clock: options.clock ?? Date.now,
        log,
        compilations: new Compilations(compiler),
        buildMs: options.buildMs ?? 1500,
        idleMs: options.idleMs ?? 10 * 60_000,
        waitMs: options.waitMs ?? 30_000,
        repositories: options.repositories ?? {},
      },
      renderDashboard: options.renderDashboard ?? dashboardRenderer(() => platform!),
    });
    data = new DataApi({
      compiler,
      database: new Database({ bundlePath: bundled('database.cjs'), scripts: [tables], log }),
      clock: platform.services.clock,
      closing: platform.services.closing,
      ...(options.dataPace && { pace: options.dataPace }),
    });
    await platform.open();
    if (platform.record.deployments.length === 0) await seedPlatform(platform, files, options.projectDir);
    else if (options.projectDir !== undefined) {
      log.warn(`The data folder holds a state already, so ${options.projectDir} was not read.`);
    }
    seedEmbedding(platform);
    for (const user of options.users ?? []) {
      if (user.key === undefined ? !keyOf(platform, user.username) : !platform.findCaller(user.key)) {
        platform.addCredential(user);
      }
    }
    await platform.save();
    server = await listen({ platform, faults, data, latencyMs: options.latencyMs ?? 0 }, options.port ?? 0);
    const { port } = server.address() as AddressInfo;
    platform.setPort(port);
    const [first] = platform.record.deployments;
    return {
      url: `http://127.0.0.1:${port}`,
      apiKey: keyOf(platform, developer) ?? '',
      adminApiKey: keyOf(platform, admin) ?? '',
      deploymentId: first?.id ?? 0,
      deployBranch: first?.deployBranch ?? '',
      dashboardPublicId,
      embedTenant: sampleTenant,
      advanceClock: (ms) => platform!.advanceClock(ms),
      dataApiUrl: first ? dataApiOf(platform, first.id) : '',
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
  return { format: 1, users: [], credentials: [], deployments: [], nextDeploymentId: 1, embed: emptyEmbedRecord() };
}

async function seedPlatform(
  platform: Platform,
  files: ReadonlyMap<string, Uint8Array>,
  projectDir: string | undefined,
): Promise<void> {
  for (const user of [{ username: developer }, { username: admin, admin: true }]) {
    if (!keyOf(platform, user.username)) platform.addCredential(user);
  }
  const user = platform.record.users.find(({ username }) => username === developer)!;
  const name = projectDir === undefined ? sampleName : path.basename(path.resolve(projectDir));
  const live = await platform.createDeployment({ name }, files, user);
  if (files.size > 0) await live.change(() => live.builds.queue(live.deployBranch));
}

function keyOf(platform: Platform, username: string): string | undefined {
  const user = platform.record.users.find((entry) => entry.username === username);
  return platform.record.credentials.find(({ userId }) => userId === user?.id)?.key;
}

function dataApiOf(platform: Platform, deploymentId: number): string {
  const live = platform.deployment(deploymentId);
  return dataApiUrl(live, live.deployBranch);
}

function listen(options: AppOptions, port: number): Promise<Server> {
  const app = createApp(options);
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1', overrideGlobalObjects: false }, () => {
      resolve(server as Server);
    });
    // Longer than clients keep idle connections, so that none closes under a request.
    (server as Server).keepAliveTimeout = 65_000;
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const taken = cause.code === 'EADDRINUSE' || cause.code === 'EACCES';
      reject(
        taken
          ? new UserError(`The emulator cannot listen on port ${port}.`, {
              where: cause.code === 'EADDRINUSE' ? 'another program does' : 'the system does not allow it',
              action: 'Name another port, or 0 for a free one.',
              cause,
            })
          : cause,
      );
    });
  });
}

async function readInitialFiles({ projectDir, sample = true }: EmulatorOptions): Promise<Map<string, Uint8Array>> {
  if (projectDir !== undefined) return readProjectFolder(projectDir);
  return sample ? sampleProject() : new Map();
}

async function readProjectFolder(folder: string): Promise<Map<string, Uint8Array>> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new UserError('The project folder does not exist.', {
      where: folder,
      action: 'Name a folder that holds a model.',
    });
  }
  return readProjectFiles(folder);
}

async function resolveTables({ tables }: EmulatorOptions): Promise<string> {
  if (tables === undefined) return sampleData();
  const found = await stat(tables).catch(() => undefined);
  if (found?.isFile()) return path.resolve(tables);
  throw new UserError('The file with the tables does not exist.', {
    where: tables,
    action: 'Name a file of SQL in SQLite’s dialect.',
  });
}
