/** Reads the API key of a command. No message contains the key or an argument that could be one. */

import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { readErrorText } from '../base/readErrorText.ts';

/** No key is as long. Ends the reading of a wrong file or of an endless input. */
const maxBytes = 16_384;

interface KeySources {
  /** The value of `--key`. */
  key: string | undefined;
  /** The value of `--key-file`; `-`: standard input. */
  keyFile: string | undefined;
  /** The value of `DATA_MODEL_API_KEY`. */
  environment: string | undefined;
  /** Standard input. */
  input: AsyncIterable<Buffer | string> & { isTTY?: boolean };
  /** Relative paths start here. */
  currentFolder: string;
  log: Pick<Log, 'warn'>;
}

/** @throws UserError */
export async function readApiKey({
  key,
  keyFile,
  environment,
  input,
  currentFolder,
  log,
}: KeySources): Promise<string> {
  if (key !== undefined) {
    log.warn(
      'The process list and the logs of npm show the value of --key. Use the environment variable DATA_MODEL_API_KEY or --key-file FILE instead.',
    );
  }
  if (keyFile !== undefined) {
    if (key !== undefined) throw new UserError('Use either --key-file or --key, not both.');
    if (keyFile !== '-') return readKey(createReadStream(resolve(currentFolder, keyFile)), 'The file of --key-file');
    if (input.isTTY) {
      throw new UserError('Standard input is a terminal, which would show the key.', {
        action: 'Redirect a file or pipe the output of a program to standard input.',
      });
    }
    return readKey(input, 'Standard input');
  }
  const given = key ?? environment;
  if (given) return given;
  throw new UserError('The API key is missing.', {
    action: 'Set the environment variable DATA_MODEL_API_KEY, or use --key-file FILE.',
  });
}

async function readKey(source: AsyncIterable<Buffer | string>, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of source) {
      chunks.push(Buffer.from(chunk));
      size += chunk.length;
      if (size > maxBytes) break;
    }
  } catch (failure) {
    // The path is the key if the user took one option for the other.
    throw new UserError(`${name} cannot be read: ${readErrorText(failure)}.`);
  }
  const text = Buffer.concat(chunks).toString('utf8').trim();
  if (text === '') throw new UserError(`${name} is empty, but must contain the API key.`);
  if (size > maxBytes || /\s/.test(text)) throw new UserError(`${name} must contain the API key and nothing else.`);
  return text;
}
