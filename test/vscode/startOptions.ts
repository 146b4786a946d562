/** The command line of `npm start`. */

import path from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf, UserError } from '../../src/base/errors.ts';

export const startHelp = `Usage: npm start [-- --workspace DIR] [--no-open] [--port N] [--json]

Starts an emulator of the platform with a sample deployment, and VS Code with the extension and a sample workspace: the desktop
VS Code if it is installed, otherwise its web build. Nothing leaves this machine. Ctrl+C stops both.

  --workspace DIR  open this folder; an empty or new one gets the sample (default: a temporary folder)
  --no-open        serve the web build of VS Code and print its address, but open neither a window nor a browser
  --port N         the port of the web build (default: a free one)
  --json           print addresses, keys and folder as one JSON line, and everything else to the error output
`;

/** The code of errors about the command line. */
export const startUsage = 'start-usage';

function usageError(message: string): UserError {
  return new UserError(message, { code: startUsage });
}

export interface StartOptions {
  help: boolean;
  open: boolean;
  json: boolean;
  port: number;
  workspace: string | undefined;
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        'no-open': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        port: { type: 'string', default: '0' },
        workspace: { type: 'string' },
      },
    }).values;
  } catch (failure) {
    throw usageError(messageOf(failure));
  }
}

/** @param currentFolder relative paths are relative to it @throws UserError `start-usage` */
export function readStartOptions(args: string[], currentFolder: string): StartOptions {
  const { help, json, port: portText, workspace: folder, 'no-open': noOpen } = parse(args);
  const port = Number(portText);
  if (!/^\d+$/.test(portText) || port > 65_535) {
    throw usageError(`--port must be a whole number from 0 to 65535, not “${portText}”.`);
  }
  if (folder === '') throw usageError('--workspace needs a folder.');
  const workspace = folder === undefined ? undefined : path.resolve(currentFolder, folder);
  return { help, open: !noOpen, json, port, workspace };
}
