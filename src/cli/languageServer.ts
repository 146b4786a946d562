#!/usr/bin/env node
/** `npm run --silent language-server -- --stdio`: serves the language features to an editor over the standard streams. */

import { existsSync } from 'node:fs';
import { createConnection } from 'vscode-languageserver/node';
import { print, printError } from '../base/terminal.ts';
import { LanguageServer } from './languageServer/server.ts';

const usage = `Usage: data-model-language-server --stdio

Speaks the Language Server Protocol over standard input and output. Editors start it.
`;

const args = process.argv.slice(2);
if (args.includes('--help')) {
  print(usage);
} else if (!args.includes('--stdio')) {
  printError(usage);
  process.exitCode = 2;
} else {
  // Takes over the console, so that only messages of the protocol reach the standard output.
  const connection = createConnection();
  // The pages belong to the package of the extension. A copy of this file alone has none.
  const pages = new URL('../docs/problems/', import.meta.url);
  const hasPages = existsSync(pages);
  new LanguageServer(connection, (code) => (hasPages ? new URL(`${code}.md`, pages).href : undefined));
  connection.listen();
}
