/** The emulator's command line: what it takes, what it prints, how it ends. Shared by the child process and `npm run emulator`. */

import { parseArgs } from 'node:util';
import { messageOf, UserError } from '../base/errors.ts';
import { type LogLevel, stderrLog } from '../base/log.ts';
import { type EmulatorOptions, type RunningEmulator, startEmulator } from './emulator.ts';

/** What others need to reach it: one JSON line, or one message. */
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
>;

interface CommandLine {
  options: EmulatorOptions;
  json: boolean;
}

/** @throws UserError for what it does not know */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { port, json, project, data, tables, latency, 'build-time': buildTime, log } = parse(args);
  return {
    json,
    options: {
      port: parseWholeNumber('port', port, 65_535),
      latencyMs: parseWholeNumber('latency', latency, 600_000),
      buildMs: parseWholeNumber('build-time', buildTime, 600_000),
      ...(project === undefined ? {} : { projectDir: project }),
      ...(data === undefined ? {} : { dataDir: data }),
      ...(tables === undefined ? {} : { tables }),
      log: stderrLog(log as LogLevel),
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
        tables: text,
        latency: { ...text, default: '0' },
        'build-time': { ...text, default: '1500' },
        log: { ...text, default: 'warn' },
      },
    }).values;
  } catch (failure) {
    throw new UserError(messageOf(failure), {
      action:
        'It takes --port N --json --project DIR --data DIR --tables FILE --latency MS --build-time MS --log LEVEL.',
    });
  }
}

function parseWholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new UserError(`--${name} must be a whole number from 0 to ${most}, not “${text}”.`);
}

/** Starts the emulator and keeps it until the process is told to end. Resolves when it listens. */
export async function runEmulator({ options, json }: CommandLine): Promise<{ ready: EmulatorReady; end(): void }> {
  const emulator = await startEmulator(options);
  const { url, apiKey, adminApiKey, deploymentId, deployBranch, dashboardPublicId, embedTenant, dataApiUrl } = emulator;
  const ready = { url, apiKey, adminApiKey, deploymentId, deployBranch, dashboardPublicId, embedTenant, dataApiUrl };
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    // Whatever hangs: what was answered is on disk already.
    setTimeout(() => process.exit(1), 5_000).unref();
    emulator.close().then(
      () => process.exit(0),
      (failure: unknown) => fail(failure),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  process.on('unhandledRejection', (failure) => options.log?.error(`Unhandled: ${messageOf(failure)}`));
  // Who read the output may be gone; the emulator goes on.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  process.stdout.write(json ? `${JSON.stringify(ready)}\n` : `${describeReady(ready)}\n`);
  return { ready, end };
}

/** Says on stderr why it did not start, and ends. */
export function fail(failure: unknown): void {
  process.stderr.write(`${messageOf(failure)}\n`, () => process.exit(1));
}

function describeReady({ url, deploymentId, deployBranch, apiKey, adminApiKey, dataApiUrl }: EmulatorReady): string {
  return [
    `The platform listens on ${url}`,
    `  deployment  ${deploymentId}, production branch ${deployBranch}`,
    `  key         ${apiKey}`,
    `  admin key   ${adminApiKey}`,
    `  data API    ${dataApiUrl}`,
    'Press Ctrl+C to stop.',
  ].join('\n');
}
