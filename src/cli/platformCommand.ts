/** Shared by the commands that use a platform: options, key and client, and how they end. */

import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UserError } from '../base/errors.ts';
import { redactingLog, stderrLog } from '../base/log.ts';
import { optionErrorText } from '../base/optionError.ts';
import { redact } from '../base/redact.ts';
import { print, printError } from '../base/terminal.ts';
import { Client, type Reader } from '../platform/client.ts';
import { readCredential } from '../platform/credential.ts';
import { inputErrors } from '../platform/inputErrors.ts';
import { readApiKey } from './apiKey.ts';
import { isBuildTimeout } from './branchBuilds.ts';
import { exitHelp, exits, failedCode, usageCode } from './exitCodes.ts';
import { failureText } from './failureText.ts';
import { runCommand } from './runCommand.ts';
import { wrongUsage } from './wrongUsage.ts';

const text = { type: 'string' } as const;

export const platformOptions = {
  url: text,
  deployment: text,
  branch: text,
  'key-file': text,
  help: { type: 'boolean', short: 'h', default: false },
} as const satisfies ParseArgsConfig['options'];

export const platformUsage = `  --url URL            base address of the platform
  --deployment ID      the deployment
  --branch NAME        the branch
  --key-file FILE      file with the API key; -: standard input (default: the environment variable DATA_MODEL_API_KEY)`;

/** Are removed from every error and log line. */
const secrets: string[] = [];

/** @throws UserError for unknown options */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (failure) {
    throw new UserError(optionErrorText(failure));
  }
}

/** @throws UserError */
export function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new UserError(`${name} is missing.`);
  return value;
}

/** The user's current folder: npm runs a script in the package's folder. */
export function userFolder(script: string): string {
  const { npm_lifecycle_event: running, INIT_CWD: folder = '.' } = process.env;
  return resolve(running === script ? folder : '.');
}

/** A client with the key of the options or of the environment. @throws UserError */
export async function connect(
  values: { url?: string | undefined; 'key-file'?: string | undefined },
  currentFolder: string,
): Promise<Reader> {
  const baseUrl = required(values.url, '--url');
  const environment = process.env.DATA_MODEL_API_KEY;
  if (environment) secrets.push(environment);
  const token = await readApiKey({
    key: undefined,
    keyFile: values['key-file'],
    environment,
    input: process.stdin,
    currentFolder,
    log: redactingLog(stderrLog('info'), () => secrets),
  });
  secrets.push(token);
  // The command itself prints a failure, once.
  return new Client({ baseUrl, credential: readCredential(token), log: stderrLog('error') });
}

interface Command {
  /** The npm script. */
  name: 'query' | 'review' | 'test-model' | 'doctor' | 'generate-model';
  /** Without the exit codes. */
  usage: string;
  /** Prints the result to the standard output, and resolves with the exit code. */
  run(args: string[]): Promise<number>;
  /** The exit code of a failure; undefined: the one of any failure. */
  exitCodeOf?(failure: unknown): number | undefined;
}

export function runPlatformCommand({ name, usage: options, run, exitCodeOf }: Command): void {
  const usage = `${options}\n${exitHelp(name)}`;
  // A reader that closes the pipe early (`| head`) is not a failure.
  process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
    if (failure.code !== 'EPIPE') throw failure;
  });
  const args = process.argv.slice(2);
  const main = async () => {
    if (!args.includes('--help') && !args.includes('-h')) return run(args);
    print(usage);
    return exits[name].done.code;
  };
  runCommand(main, (failure) => {
    const isUsage = failure instanceof UserError && isUsageCode(failure.code);
    const text = redact(failureText(failure), secrets);
    printError(isUsage ? wrongUsage(name, text, usage) : `${name}: ${text}\n`);
    if (isUsage) return usageCode;
    const codes = exits[name];
    if (isBuildTimeout(failure) && 'notBuilt' in codes) return codes.notBuilt.code;
    return exitCodeOf?.(failure) ?? failedCode;
  });
}

/** Failures of the arguments have no code, or that of an unusable address or key. */
function isUsageCode(code: string | undefined): boolean {
  return code === undefined || Object.hasOwn(inputErrors.texts, code);
}
