/** Runs the step of the action that reviews a pull request, with its own script and environment, as a runner of GitHub does. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repository } from '../vscode/locations.ts';

interface ActionStep {
  id?: string;
  run: string;
  env: Record<string, string>;
}

export interface Action {
  inputs: Record<string, { default: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: ActionStep[] };
}

export function readAction(): Action {
  return parse(readFileSync(path.join(repository, 'action/action.yml'), 'utf8')) as Action;
}

interface ActionRun {
  code: number | null;
  /** Standard and error output, as in the log of a job. */
  log: string;
  outputs: string;
  summary: string;
}

/**
 * @param inputs of the `with` of a workflow
 * @param environment what GitHub sets for every step
 */
export async function runAction(
  checkout: string,
  files: string,
  inputs: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>>,
): Promise<ActionRun> {
  const action = readAction();
  const step = action.runs.steps.find(({ id }) => id === 'review')!;
  const values: Record<string, string> = { 'github.action_path': path.join(repository, 'action') };
  for (const [name, { default: initial }] of Object.entries(action.inputs)) {
    values[`inputs.${name}`] = inputs[name] ?? initial.replace(/^\$\{\{ github\.token \}\}$/, environment.TOKEN ?? '');
  }
  const filled = (text: string) =>
    text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => {
      if (!Object.hasOwn(values, name)) throw new Error(`The test knows no ${name}.`);
      return values[name]!;
    });
  const written = (name: string) => path.join(files, name);
  for (const name of ['output', 'summary']) writeFileSync(written(name), '');
  const own = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, filled(value)]));
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH!,
      HOME: process.env.HOME ?? files,
      GITHUB_ACTIONS: 'true',
      GITHUB_OUTPUT: written('output'),
      GITHUB_STEP_SUMMARY: written('summary'),
      ...environment,
      ...own,
    },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (log += text));
  const [code] = (await once(child, 'close')) as [number | null];
  const text = (name: string) => (existsSync(written(name)) ? readFileSync(written(name), 'utf8') : '');
  return { code, log, outputs: text('output'), summary: text('summary') };
}
