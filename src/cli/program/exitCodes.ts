/** The exit codes of all commands. The table in docs/command-line.md has the same rows. */

interface Exit {
  code: number;
  meaning: string;
}

/** The same for all commands. */
export const usageCode = 2;
export const failedCode = 3;

const notBuilt = { code: 7, meaning: 'the branch’s latest commit was not built within `--build-timeout`' };

const usage = { code: usageCode, meaning: 'wrong usage' };

export const exits = {
  'check-model': {
    done: { code: 0, meaning: 'no errors' },
    errors: { code: 1, meaning: 'the model has errors' },
    usage,
    failed: { code: failedCode, meaning: 'the check failed: for example, the database cannot be reached' },
    partly: { code: 4, meaning: 'no errors, but the database could not check all members and joins' },
  },
  format: {
    done: {
      code: 0,
      meaning: 'all files are formatted, apart from those that are left for what they are, such as templates',
    },
    unformatted: { code: 1, meaning: 'with `--check`: a file would change' },
    usage,
    failed: { code: failedCode, meaning: 'the files cannot be written: none is' },
    partly: { code: 4, meaning: 'a file has syntax errors or cannot be read, so it is left as it is' },
  },
  sync: {
    done: {
      code: 0,
      meaning: 'both sides are equal in what was asked for; with `--dry-run`, nothing prevents the plan',
    },
    stopped: { code: 1, meaning: 'a halt stopped it, or files changed on both sides (conflicts)' },
    usage,
    failed: { code: failedCode, meaning: 'the synchronisation failed' },
    unverified: {
      code: 4,
      meaning: 'pushed, but not verified, because the listing of the branch failed; run it again',
    },
    deferred: {
      code: 5,
      meaning: 'files were left for the next run, because they were changing or in use; run it again',
    },
    refused: { code: 6, meaning: 'files were left out, because they cannot be synchronised as they are' },
  },
  query: {
    done: { code: 0, meaning: 'the result is printed' },
    refused: {
      code: 1,
      meaning: 'the platform refused the query: the model has no such member, or it does not compile',
    },
    usage: { code: usageCode, meaning: 'wrong usage, or the document is not a query' },
    failed: { code: failedCode, meaning: 'the query or the branch’s build failed, or a comparison lacks rows' },
    cut: { code: 4, meaning: 'the result is printed, but rows are or may be missing' },
    notBuilt,
  },
  review: {
    done: { code: 0, meaning: 'nothing breaks' },
    breaking: {
      code: 1,
      meaning:
        'a change breaks a view, a cube, a saved query, a test, or a report, dashboard or notification of the platform',
    },
    usage,
    failed: { code: failedCode, meaning: 'a branch does not compile, or the review failed: what breaks is not known' },
    consumers: {
      code: 4,
      meaning: 'nothing breaks in the project, but public names that others may use are gone or of another type',
    },
    notBuilt,
  },
  certify: {
    done: { code: 0, meaning: 'nothing breaks' },
    breaking: { code: 1, meaning: 'a change breaks a view, a cube, a saved query or a test' },
    usage,
    failed: {
      code: failedCode,
      meaning: 'a side does not compile, or the comparison failed: what breaks is not known',
    },
    consumers: {
      code: 4,
      meaning:
        'nothing breaks in the project, but public names that others may use are gone or of another type (with `--strict`: 1)',
    },
  },
  comment: {
    done: { code: 0, meaning: 'the comment is written' },
    usage,
    failed: { code: failedCode, meaning: 'the code host failed' },
    refused: { code: 4, meaning: 'the token may not write comments' },
  },
  'test-model': {
    done: { code: 0, meaning: 'all tests passed' },
    failing: { code: 1, meaning: 'a test failed' },
    notRun: { code: usageCode, meaning: 'a test could not be run, there are no tests, or wrong usage' },
    failed: { code: failedCode, meaning: 'the command failed, or the branch’s build' },
    notBuilt,
  },
  'find-counterexamples': {
    done: { code: 0, meaning: 'no law was broken by the rows that were tried' },
    broken: { code: 1, meaning: 'rows break a law' },
    usage,
    failed: { code: failedCode, meaning: 'the model does not compile, or the search failed' },
    partly: {
      code: 4,
      meaning: 'no law was broken, but the time was over before all rows were tried, or a law could not be tried',
    },
  },
  doctor: {
    done: { code: 0, meaning: 'no join and no key is wrong; some may be unknown' },
    wrong: { code: 1, meaning: 'a join or a key is wrong, or a measure is multiplied' },
    usage,
    failed: { code: failedCode, meaning: 'the model does not compile, or the data cannot be read' },
  },
  'generate-model': {
    done: { code: 0, meaning: 'each table that was asked for has a cube' },
    usage,
    failed: { code: failedCode, meaning: 'the database cannot be read, or the files cannot be written: none is' },
    partly: { code: 4, meaning: 'the cubes are generated, but not all tables were read, or not all keys counted' },
  },
  mcp: {
    done: { code: 0, meaning: 'the assistant ended it' },
    usage,
    failed: { code: failedCode, meaning: 'it could not start' },
  },
  emulator: {
    done: { code: 0, meaning: 'it was stopped' },
    usage,
    failed: { code: failedCode, meaning: 'it could not start or stop' },
  },
} as const satisfies Record<string, Record<string, Exit>>;

export type CommandName = keyof typeof exits;

/** The exit codes of a command, for its help. */
export function exitHelp(command: CommandName): string {
  const all: Exit[] = Object.values(exits[command]);
  return ['Exit codes:', ...all.map(({ code, meaning }) => `  ${code}  ${meaning.replaceAll('`', '')}`), ''].join('\n');
}
