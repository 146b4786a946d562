/**
 * How good the tools for assistants are without a language model. Search: the questions whose answer is among its first ten results.
 * Tasks: a scripted agent with the tools against one with files, `grep` and the commands of this project.
 */

import { recallOfSearch } from '../cli/mcp/search/recall.ts';
import { type AgentKind, agentKinds, runTask, type TaskRun } from '../cli/mcp/tasks/runTasks.ts';
import { tasks as allTasks } from '../cli/mcp/tasks/tasks.ts';
import { type BenchmarkResult, benchmarkOf } from './benchmark.ts';

async function search(): Promise<BenchmarkResult> {
  const all = await recallOfSearch();
  const percent = (found: number, asked: number) => `${((100 * found) / asked).toFixed(1)} %`;
  return {
    rows: [],
    table: [
      ['questions', 'asked', 'found', 'recall@10'],
      ...all.map(({ kind, asked, found }) => [kind, String(asked), String(found), percent(found, asked)]),
    ],
    remarks: all.flatMap(({ missed }) => missed),
    summary: Object.fromEntries(all.map(({ kind, asked, found }) => [kind, found / asked])),
  };
}

async function tasks(): Promise<BenchmarkResult> {
  const runs: Record<AgentKind, TaskRun[]> = { tools: [], files: [] };
  for (const task of allTasks) for (const kind of agentKinds) runs[kind].push(await runTask(task, kind));
  const cells = (all: readonly TaskRun[]) => [
    `${all.filter(({ failure }) => failure === undefined).length} of ${all.length}`,
    `${(sum(all, 'read') / 1000).toFixed(1)} kB`,
    String(sum(all, 'broken')),
  ];
  const of = (kind: AgentKind, wanted: string) => runs[kind].filter(({ task }) => task.kind === wanted);
  const kinds = [...new Set(allTasks.map(({ kind }) => kind))];
  const heading = ['done', 'read', 'broken states'];
  return {
    rows: [],
    table: [
      ['tasks', ...agentKinds.flatMap((kind) => heading.map((one) => `${kind}: ${one}`))],
      ...kinds.map((kind) => [kind, ...agentKinds.flatMap((agent) => cells(of(agent, kind)))]),
      ['all', ...agentKinds.flatMap((agent) => cells(runs[agent]))],
    ],
    remarks: agentKinds.flatMap((kind) =>
      runs[kind].flatMap(({ task, failure }) => (failure ? [`${kind}: ${task.title}: ${failure.slice(0, 300)}`] : [])),
    ),
    summary: Object.fromEntries(
      agentKinds.flatMap((kind) => [
        [`${kind} done`, runs[kind].filter(({ failure }) => failure === undefined).length],
        [`${kind} bytes`, sum(runs[kind], 'read')],
        [`${kind} broken states`, sum(runs[kind], 'broken')],
      ]),
    ),
  };
}

function sum(all: readonly TaskRun[], of: 'read' | 'broken'): number {
  return all.reduce((whole, one) => whole + one[of], 0);
}

export const benchmark = benchmarkOf({ search, tasks });
