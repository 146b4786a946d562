/** Does with each text that its parent sends what an editor does with a file: reads it, checks it and asks each language feature. */

import { UserError } from '../../../src/base/errors.ts';
import { answer, type FeatureRequest, type LanguageProject, requests } from '../../../src/language/features.ts';
import { LanguageDocument } from '../../../src/language/queries/document.ts';
import { queryProblems } from '../../../src/language/queries/problems.ts';
import { diagnose } from '../../../src/model/diagnose.ts';
import { kindOfName } from '../../../src/model/documents/documentKind.ts';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { LineIndex, type Position } from '../../../src/model/source/range.ts';
import type { Work, WorkDone } from './workInProcess.ts';

const base = 'cubes:\n  - name: base\n    sql_table: t\n    measures:\n      - name: count\n        type: count\n';
const uriOf = (path: string) => `file:///${path}`;

/** The data that every request can need. */
function paramsAt(lines: LineIndex, position: Position, length: number) {
  return {
    position,
    positions: [position],
    range: { start: { line: 0, character: 0 }, end: lines.positionAt(length) },
    query: 'a',
    newName: 'renamed',
    context: { diagnostics: [], includeDeclaration: true },
  };
}

class Steps {
  readonly failures: string[] = [];
  readonly ms: Record<string, number> = {};

  async run<T>(name: string, step: () => T | Promise<T>): Promise<T | undefined> {
    const before = process.cpuUsage();
    try {
      return await step();
    } catch (failure) {
      // The reason why something cannot be renamed.
      if (!(failure instanceof UserError)) this.failures.push(`${name}: ${(failure as Error).stack}`);
      return undefined;
    } finally {
      const { user, system } = process.cpuUsage(before);
      this.ms[name] = (this.ms[name] ?? 0) + (user + system) / 1000;
    }
  }
}

async function work({ file, text }: Work): Promise<WorkDone> {
  const steps = new Steps();
  const index = new ModelIndex();
  index.set('model/base.yml', base);
  const kind = kindOfName(file);
  const ask = kind ? askDocument : askSource;
  const problems = await ask(steps, index, kind ? file : `model/${file}`, text);
  const internal = problems.filter(({ code }) => code === 'analysis-failed').map(({ message }) => message);
  return {
    ms: steps.ms,
    failures: [...steps.failures, ...internal],
    problems: problems.length,
    jsonLength: JSON.stringify(problems).length,
  };
}

function placesIn(lines: LineIndex, text: string): Position[] {
  return [0.3, 0.9].map((part) => lines.positionAt(Math.floor(text.length * part)));
}

async function askSource(steps: Steps, index: ModelIndex, path: string, text: string) {
  await steps.run('read', () => index.set(path, text));
  const problems = (await steps.run('check', () => diagnose(index, undefined))) ?? [];
  for (const [method, request] of requests) {
    if (request.scope === 'workspace' || method.startsWith('callHierarchy')) continue;
    await ask(steps, method, request, { index, documents: [], document: () => undefined, uriOf }, path, text);
  }
  return problems;
}

async function askDocument(steps: Steps, index: ModelIndex, path: string, text: string) {
  const document = await steps.run('read', () => new LanguageDocument(kindOfName(path)!, { path, text }));
  if (!document) return [];
  const problems = (await steps.run('check', () => queryProblems(index, document))) ?? [];
  const project = { index, documents: [document], document: () => document, uriOf };
  for (const [method, request] of requests)
    if (request.inDocument) await ask(steps, method, request, project, path, text);
  return problems;
}

async function ask(
  steps: Steps,
  method: string,
  request: FeatureRequest<never, unknown>,
  project: LanguageProject,
  path: string,
  text: string,
) {
  const lines = new LineIndex(text);
  for (const position of placesIn(lines, text)) {
    const params = paramsAt(lines, position, text.length);
    await steps.run(method, () => answer(request, project, path, params as never));
  }
}

process.on('message', async (one: Work) => process.send!(await work(one)));
