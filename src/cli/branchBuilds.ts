/** The wait for the builds of the branches that a command queries: before their end, an earlier model answers. */

import type { ParseArgsConfig } from 'node:util';
import { UserError } from '../base/errors.ts';
import { printableName, printError } from '../base/terminal.ts';
import {
  awaitBuild,
  type BranchBuild,
  buildObject,
  readAgain,
  readBuild,
  requireBuilt,
} from '../platform/branchBuild.ts';
import type { Reader } from '../platform/client.ts';
import { DataApi } from '../platform/dataApi.ts';
import { showProgress } from './program/progress.ts';

const defaultSeconds = 900;

export const buildOptions = {
  'no-wait': { type: 'boolean', default: false },
  'build-timeout': { type: 'string', default: String(defaultSeconds) },
} as const satisfies ParseArgsConfig['options'];

export const buildUsage = `  --no-wait            do not wait for the build of the branch’s latest commit; the result says which build it is of
  --build-timeout N    wait for it at most N seconds (default: ${defaultSeconds})`;

interface BuildRequest {
  client: Reader;
  deploymentId: string;
  /** From the command line. */
  values: { 'no-wait': boolean; 'build-timeout': string };
  /** The name of the command, for messages. */
  name: string;
  /** Whether a failed build is part of the command's result. */
  showsFailed?: boolean;
}

/** The number of milliseconds to wait; undefined: not at all. @throws UserError */
export function buildWait({ 'no-wait': noWait, 'build-timeout': seconds }: BuildRequest['values']): number | undefined {
  if (!/^\d{1,6}$/.test(seconds)) throw new UserError('--build-timeout must be a number of seconds from 0 to 999999.');
  return noWait ? undefined : Number(seconds) * 1000;
}

/**
 * Queries the branches once their latest commits are built. Shows progress on a terminal. Warns of a build that is older than its branch,
 * and of one that another has replaced when the queries are answered: the result may be of either.
 * @param work queries the branches
 * @returns also the builds, in the order of the branches
 * @throws PlatformError `build-not-ended` or `build-not-started` after the time limit, or for a build that did not end well; as `work` does
 */
export async function withBuilds<T>(
  branchNames: readonly string[],
  request: BuildRequest,
  work: () => Promise<T>,
): Promise<{ result: T; builds: BranchBuild[] }> {
  const { client, deploymentId, name } = request;
  const before = await buildsOf(branchNames, request);
  const result = await work();
  const builds = await Promise.all(before.map((build) => readAgain(client, deploymentId, build)));
  for (const { branchName, isReplaced } of builds) {
    if (!isReplaced) continue;
    const branch = printableName(branchName);
    printError(`${name}: warning: ${branch} was built again in the meantime. The result may be of either build.\n`);
  }
  return { result, builds };
}

async function buildsOf(branchNames: readonly string[], request: BuildRequest): Promise<BranchBuild[]> {
  const { client, deploymentId, values, name, showsFailed = false } = request;
  const deadlineMs = buildWait(values);
  // The first failure ends all.
  const stop = new AbortController();
  const { signal } = stop;
  try {
    return await Promise.all(
      branchNames.map(async (branchName) => {
        const target = { deploymentId, branchName };
        if (deadlineMs === undefined) return warned(name, await readBuild(client, target, { signal }));
        const api = new DataApi({ client, deploymentId, branchName });
        let shown = '';
        try {
          const build = await awaitBuild(client, target, {
            deadlineMs,
            signal,
            wake: () => api.meta({ signal }),
            onStatus: ({ status }) => {
              if (status === shown || status === 'built') return;
              shown = status;
              showProgress(`${name}: waiting for the build of ${printableName(branchName)} (${printableName(status)})`);
            },
          });
          if (!showsFailed) requireBuilt(build, client.host);
          return build;
        } finally {
          api.dispose();
        }
      }),
    );
  } finally {
    stop.abort();
  }
}

function warned(name: string, build: BranchBuild): BranchBuild {
  const { commit, status, newerCommit } = buildObject(build);
  if (newerCommit === undefined) return build;
  const branch = printableName(build.branchName);
  const latest = newerCommit === null ? 'The latest commit' : `Commit ${printableName(newerCommit.slice(0, 10))}`;
  const answering = commit === null ? 'an earlier build' : `the build of commit ${printableName(commit.slice(0, 10))}`;
  printError(
    `${name}: warning: ${latest} of ${branch} is not built (${printableName(status)}). ${capitalized(answering)} answers.\n`,
  );
  return build;
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
