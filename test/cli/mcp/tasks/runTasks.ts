/** Runs tasks with an agent, and checks what came out of them. */

import { rmSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../../../src/base/errors.ts';
import { temporaryFolder } from '../../../vscode/process/temporaryFolder.ts';
import { startMcp } from '../mcpClient.ts';
import type { Agent } from './agent.ts';
import { FileAgent } from './fileAgent.ts';
import { Outcome } from './outcome.ts';
import type { Task } from './taskKinds.ts';
import { makeTaskProject, type TaskProject } from './taskProject.ts';
import { ToolAgent } from './toolAgent.ts';

export const agentKinds = ['tools', 'files'] as const;
export type AgentKind = (typeof agentKinds)[number];

export interface TaskRun {
  task: Task;
  /** Undefined: it did what was asked for. */
  failure: string | undefined;
  /** Bytes that the agent read. */
  read: number;
  /** How often a change left files that do not compile, where they compiled before. */
  broken: number;
}

export async function runTask(task: Task, kind: AgentKind): Promise<TaskRun> {
  const folder = temporaryFolder('assistant-task');
  const project = makeTaskProject(folder.path, task.planted ?? [], task.files ?? {}, 'edits' in task ? task.edits : []);
  const outcome = await Outcome.of(project);
  // A task that fixes a model begins with one that does not compile.
  const isWhole = task.kind !== 'fix';
  let broken = 0;
  const applied = async () => {
    if (isWhole && (await outcome.errors()).length > 0) broken += 1;
  };
  const agent = await startAgent(kind, project, folder.path, applied);
  let failure: string | undefined;
  try {
    await outcome.check(task, await agent.run(task));
  } catch (error) {
    failure = messageOf(error);
  } finally {
    await agent.close();
    outcome.close();
  }
  const run = { task, failure, read: agent.read, broken };
  rmSync(project.folder, { recursive: true, force: true });
  folder.remove();
  return run;
}

async function startAgent(
  kind: AgentKind,
  project: TaskProject,
  root: string,
  applied: () => Promise<void>,
): Promise<Agent> {
  if (kind === 'files') return new FileAgent(project, root, applied);
  const options = ['--mode', 'edit', '--rows', 'full', '--source', project.data];
  return new ToolAgent(
    await startMcp(project.folder, options, { DATA_MODEL_STATE: path.join(root, 'state') }),
    applied,
  );
}
