/** What an assistant can read of the platform, as answers. The client can change nothing. */

import { hashOf } from '../../base/hash.ts';
import { appConfigOperations } from '../../contract/content/appConfig.ts';
import { type Branch, branchOperations } from '../../contract/dataModel/branches.ts';
import { runtimeOperations } from '../../contract/deployments/runtime.ts';
import { readBuild } from '../../platform/branchBuild.ts';
import { buildResultOf } from '../../platform/buildResult.ts';
import type { Reader } from '../../platform/client.ts';
import { Filter } from '../../sync/plan/filter.ts';
import { type PlatformCaller, RemoteBranch } from '../../sync/remote/remoteBranch.ts';
import type { PlatformReads } from './shared/capability.ts';
import { LongText } from './shared/longText.ts';

interface Target {
  client: Reader;
  deploymentId: string;
  branchName: string;
  modelFolder: string;
  /** The bytes of the project’s files by their paths. */
  files(): Promise<ReadonlyMap<string, Uint8Array>>;
}

const maxBranches = 200;

/** @throws PlatformError, CancelledError */
export async function forbidsAssistants(client: Reader): Promise<boolean> {
  const { embedding } = await client.call(appConfigOperations.getAppConfig);
  return embedding?.allowAi === false;
}

export function platformReads({ client, deploymentId, branchName, modelFolder, files }: Target): PlatformReads {
  const params = { deploymentId };
  const target = { deploymentId, branchName };
  return {
    branches: async (signal) => {
      const branches: Branch[] = [];
      for await (const one of client.items(branchOperations.listBranches, { params }, { signal })) {
        branches.push(one as Branch);
        if (branches.length > maxBranches) break;
      }
      return {
        sentence: `${Math.min(branches.length, maxBranches)} branches.`,
        data: {
          branches: branches
            .slice(0, maxBranches)
            .map(({ name, parentBranch }) => ({ name, parent: parentBranch ?? null })),
          ...(branches.length > maxBranches && { truncated: true }),
        },
        page: { list: 'branches', start: 0 },
      };
    },

    sync: async (signal) => {
      const branch = new RemoteBranch(client as PlatformCaller<'nothing'>, { origin: client.baseUrl, ...target });
      const remote = await branch.listHashes(signal);
      const filter = new Filter({ modelFolder });
      const local = new Map(
        [...(await files())].filter(([path]) => filter.includes(path)).map(([path, bytes]) => [path, hashOf(bytes)]),
      );
      const paths = [...new Set([...remote.keys(), ...local.keys()])].filter((path) => filter.includes(path)).sort();
      const stateOf = (path: string) =>
        !remote.has(path) ? 'only in the project' : !local.has(path) ? 'only on the branch' : 'different';
      const different = paths.filter((path) => remote.get(path) !== local.get(path));
      return {
        sentence: `${different.length} of ${paths.length} files differ between the project and the branch.`,
        data: {
          branch: branchName,
          different: different.map((file) => ({ file, state: stateOf(file) })),
          equal: paths.length - different.length,
        },
        page: { list: 'different', start: 0 },
      };
    },

    build: async (signal) => {
      const { status, latestCommit } = await readBuild(client, target, { signal });
      const { errorText, lastHash, updatedAt } = status;
      return {
        sentence: 'The state of the branch’s last build.',
        data: {
          branch: branchName,
          status: status.status,
          result: buildResultOf(status) ?? null,
          error: errorText ? new LongText(errorText) : null,
          commit: lastHash ?? null,
          latestCommit: latestCommit ?? null,
          updatedAt: updatedAt === null || updatedAt === undefined ? null : String(updatedAt),
        },
      };
    },

    log: async (signal, tail) => {
      const lines: { at: string | null; line: LongText }[] = [];
      const source = { first: Math.min(tail, 100) };
      for await (const { date, message } of client.items(
        runtimeOperations.listLogs,
        { params, query: source },
        { signal },
      )) {
        lines.push({ at: date ?? null, line: new LongText(message, 1_000) });
        if (lines.length >= tail) break;
      }
      return { sentence: `${lines.length} lines of the log.`, data: { lines }, page: { list: 'lines', start: 0 } };
    },

    health: async (signal) => {
      const started = performance.now();
      await client.call(appConfigOperations.getAppConfig, {}, { signal });
      const ms = Math.round(performance.now() - started);
      return { sentence: 'The platform answers.', data: { answers: true, host: client.host, ms } };
    },
  };
}
