/** Shared by the commands: options, the user's folder, and the platform's client. */

import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UserError } from '../base/errors.ts';
import { redactingLog, stderrLog } from '../base/log.ts';
import { optionErrorText } from '../base/optionError.ts';
import { Client, type Reader } from '../platform/client.ts';
import { readCredential } from '../platform/credential.ts';
import { readApiKey } from './apiKey.ts';
import { secrets } from './program/secrets.ts';

const text = { type: 'string' } as const;

export const platformOptions = {
  url: text,
  deployment: text,
  branch: text,
  'key-file': text,
} as const satisfies ParseArgsConfig['options'];

export const platformUsage = `  --url URL            base address of the platform
  --deployment ID      the deployment
  --branch NAME        the branch
  --key-file FILE      file with the API key; -: standard input (default: the environment variable DATA_MODEL_API_KEY)`;

/** @throws UserError for unknown options, and for empty texts: a variable of a script that is not set would mean the current folder */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  const parsed = parsedArguments(args, options);
  const empty = parsed.tokens.find((token) => 'value' in token && token.value === '');
  if (empty)
    throw new UserError(empty.kind === 'option' ? `${empty.rawName} is missing a value.` : 'An argument is empty.');
  return parsed;
}

/** @throws UserError */
function parsedArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true });
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
