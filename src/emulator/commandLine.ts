/** The emulator's command line: options, output and exit. Shared by the child process and `npm run emulator`. */

import { parseArgs } from 'node:util';
import { messageOf } from '../base/errors.ts';
import { type LogLevel, logLevels, stderrLog } from '../base/log.ts';
import { optionErrorText } from '../base/optionError.ts';
import { print, printError } from '../base/terminal.ts';
import { type EmulatorOptions, type RunningEmulator, startEmulator } from './emulator.ts';
import { emulatorErrors } from './records/emulatorErrors.ts';

/** The data that clients need to connect: printed as one JSON line, sent as one message. */
export type EmulatorReady = Pick<
  RunningEmulator,
  | 'url'
  | 'apiKey'
  | 'adminApiKey'
  | 'deploymentId'
  | 'deployBranch'
  | 'dashboardPublicId'
  | 'embedTenant'
  | 'dataApiUrl'
  | 'data'
>;

/** As of every command. */
const failedCode = 3;

interface CommandLine {
  options: EmulatorOptions;
  json: boolean;
}

/** @throws UserError `unknown-option`, `unknown-log-level`, `option-not-a-number`, `certificate-unusable` */
export function readCommandLine(args: readonly string[]): CommandLine {
  const {
    port,
    json,
    project,
    data,
    tables,
    source = tables,
    'no-database': noDatabase,
    'statement-timeout': statementTimeout,
    repositories,
    users,
    latency,
    'build-time': buildTime,
    log,
    ...others
  } = parse(args);
  const { 'tls-cert': cert, 'tls-key': key, 'trust-model': trustModels, 'dbt-repository': dbtRepository } = others;
  if (noDatabase && (source !== undefined || project === undefined))
    throw emulatorErrors.error('no-database-not-alone');
  const isHalf = (cert === undefined) !== (key === undefined);
  if (isHalf) throw emulatorErrors.error('certificate-unusable', ['one of its two files is missing.']);
  return {
    json,
    options: {
      port: parseWholeNumber('port', port, 65_535),
      latencyMs: parseWholeNumber('latency', latency, 600_000),
      buildMs: parseWholeNumber('build-time', buildTime, 600_000),
      ...(project === undefined ? {} : { projectDir: project }),
      ...(data === undefined ? {} : { dataDir: data }),
      ...(source === undefined ? {} : { source }),
      ...(noDatabase && { noDatabase }),
      sourcePassword: process.env.PGPASSWORD,
      statementTimeoutMs: 1000 * parseWholeNumber('statement-timeout', statementTimeout, 3_600, 1),
      ...(repositories === undefined ? {} : { repositories }),
      ...(users === undefined ? {} : { usersFile: users }),
      ...(dbtRepository === undefined ? {} : { dbtRepository }),
      ...(cert === undefined || key === undefined ? {} : { certificate: { cert, key } }),
      trustModels,
      log: stderrLog(parseLogLevel(log)),
    },
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { ...text, default: '0' },
        json: { type: 'boolean', default: false },
        project: text,
        data: text,
        source: text,
        tables: text,
        'no-database': { type: 'boolean', default: false },
        'statement-timeout': { ...text, default: '30' },
        repositories: text,
        users: text,
        latency: { ...text, default: '0' },
        'build-time': { ...text, default: '1500' },
        'tls-cert': text,
        'tls-key': text,
        log: { ...text, default: 'warn' },
        'dbt-repository': text,
        'trust-model': { type: 'boolean', default: false },
      },
    }).values;
  } catch (failure) {
    throw emulatorErrors.error('unknown-option', [optionErrorText(failure)]);
  }
}

function parseWholeNumber(option: string, text: string, max: number, min = 0): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw emulatorErrors.error('option-not-a-number', [option, min, max, text]);
}

function parseLogLevel(text: string): LogLevel {
  const level = logLevels.find((each) => each === text);
  if (level === undefined) throw emulatorErrors.error('unknown-log-level', [logLevels.join(', '), text]);
  return level;
}

/** Starts the emulator and stops it on SIGINT, SIGTERM or SIGHUP. Resolves when it listens. */
export async function runEmulator({ options, json }: CommandLine): Promise<{ ready: EmulatorReady; end(): void }> {
  // The library for phrases such as `3 days ago` counts hours in the zone of the process, which is UTC on the platform.
  process.env.TZ = 'UTC';
  const emulator = await startEmulator({ ...options, ownsProcess: true });
  const { url, apiKey, adminApiKey, deploymentId, deployBranch, dashboardPublicId, embedTenant, dataApiUrl, data } =
    emulator;
  const keys = { apiKey, adminApiKey };
  const ready = { url, ...keys, deploymentId, deployBranch, dashboardPublicId, embedTenant, dataApiUrl, data };
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    // Confirmed changes are on disk already, so a request that hangs may be cut off.
    setTimeout(() => process.exit(failedCode), 5_000).unref();
    emulator.close().then(
      () => process.exit(0),
      (failure: unknown) => fail(failure),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  process.on('unhandledRejection', (failure) => options.log?.error(`Unhandled: ${messageOf(failure)}`));
  // The reader of the output may be gone; the emulator continues.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  print(json ? `${JSON.stringify(ready)}\n` : `${describeReady(ready)}\n`);
  return { ready, end };
}

/** Prints the failure on stderr and exits. */
export function fail(failure: unknown): void {
  printError(`emulator: ${messageOf(failure)}\n`, () => process.exit(failedCode));
}

function describeReady({
  url,
  deploymentId,
  deployBranch,
  apiKey,
  adminApiKey,
  dataApiUrl,
  data,
}: EmulatorReady): string {
  return [
    `The platform listens on ${url}`,
    `  deployment  ${deploymentId}, production branch ${deployBranch}`,
    `  key         ${apiKey}`,
    `  admin key   ${adminApiKey}`,
    `  data API    ${dataApiUrl}`,
    `  data        ${data ?? 'none: name it in the .env file of the project, or with --source'}`,
    'Press Ctrl+C to stop.',
  ].join('\n');
}
