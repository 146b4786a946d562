#!/usr/bin/env node

/** The program `data-model`: all commands of a terminal. Each one is loaded when it is called. */

import { pathToFileURL } from 'node:url';
import { bundlePath } from '../base/bundlePath.ts';
import { print, printError } from '../base/terminal.ts';
import { usageCode } from './program/exitCodes.ts';
import { beQuiet } from './program/progress.ts';
import { type Command, runCommand } from './program/runCommand.ts';

interface Row {
  /** For `--help`. */
  summary: string;
  load(): Promise<{ command: Command }>;
}

const rows: Readonly<Record<string, Row>> = {
  check: { summary: 'the problems of a model, as the editor shows them', load: () => import('./checkModel.ts') },
  format: { summary: 'model files, queries and tests in one style', load: () => import('./format.ts') },
  test: { summary: 'the tests of a model, on a branch or on this computer', load: () => import('./testModel.ts') },
  query: { summary: 'the result of a query document', load: () => import('./query.ts') },
  review: { summary: 'what a branch changes and breaks', load: () => import('./review.ts') },
  certify: { summary: 'the same for two folders, without a platform', load: () => import('./certify.ts') },
  comment: { summary: 'reports as one comment of a pull request', load: () => import('./comment.ts') },
  sync: { summary: 'pushes a folder to a branch, or pulls the branch', load: () => import('./sync.ts') },
  doctor: { summary: 'joins and keys, counted on the data', load: () => import('./doctor.ts') },
  generate: { summary: 'cubes for the tables of a database', load: () => import('./generateModel.ts') },
  'find-counterexamples': {
    summary: 'rows for which the measures break a law',
    load: () => import('./findCounterexamples.ts'),
  },
  emulator: { summary: 'the platform on this computer', load: () => import('./emulator.ts') },
};

/** Programs of their own, which read their own arguments. */
const servers: Readonly<Record<string, { summary: string; bundle: Parameters<typeof bundlePath>[0] }>> = {
  lsp: { summary: 'the language server, for editors', bundle: 'languageServer.mjs' },
  mcp: { summary: 'tools for assistants', bundle: 'mcpServer.mjs' },
};

function usage(): string {
  const names = [...Object.entries(rows), ...Object.entries(servers)].map(([name, { summary }]) => [name, summary]);
  return `Usage: data-model COMMAND [--quiet] …

${names.map(([name, summary]) => `  ${name!.padEnd(21)} ${summary}`).join('\n')}

  --quiet               no progress on the error output

data-model COMMAND --help explains the options and exit codes of a command.
`;
}

async function main([name, ...args]: readonly string[]): Promise<void> {
  if (name === '--help' || name === '-h') return print(usage());
  if (name !== undefined && Object.hasOwn(servers, name)) {
    process.argv.splice(2, 1);
    await import(pathToFileURL(bundlePath(servers[name]!.bundle)).href);
    return;
  }
  const row = name !== undefined && Object.hasOwn(rows, name) ? rows[name] : undefined;
  if (!row) {
    process.exitCode = usageCode;
    return printError(
      `data-model: ${name === undefined ? 'The command is missing.' : `There is no command “${name}”.`}\n\n${usage()}`,
    );
  }
  if (args.includes('--quiet')) beQuiet();
  const { command } = await row.load();
  runCommand(
    command,
    args.filter((one) => one !== '--quiet'),
    name!,
  );
}

await main(process.argv.slice(2));
