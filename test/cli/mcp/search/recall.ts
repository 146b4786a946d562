/** How many of the questions find the part that they mean among the first results of `model_search`. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReadCapability } from '../../../../src/cli/mcp/shared/capability.ts';
import { definitionsOf, membersOf } from '../../../../src/cli/mcp/shared/parts.ts';
import { ProjectState } from '../../../../src/cli/mcp/shared/projectState.ts';
import { search } from '../../../../src/cli/mcp/tools/search.ts';
import { ModelIndex } from '../../../../src/model/index/modelIndex.ts';
import { type QuestionKind, questionKinds, questions } from './questions.ts';

/** The results that count. */
const first = 10;

export interface Recall {
  kind: QuestionKind;
  asked: number;
  found: number;
  /** Questions without an answer among the first results, and what came instead. */
  missed: readonly string[];
}

export async function recallOfSearch(): Promise<Recall[]> {
  const folder = { projectFolder: '/project', modelFolder: 'model' };
  const index = new ModelIndex(folder);
  const root = path.join(import.meta.dirname, 'company');
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.yml')))
    index.set(`model/${file.split(path.sep).join('/')}`, readFileSync(path.join(root, file), 'utf8'));
  const capability: Pick<ReadCapability, 'state'> = { state: async () => new ProjectState(folder, index, []) };
  const namesFor = asNames(index);
  const found = async (text: string) => {
    const { data } = await search.run(
      capability as never,
      { text, limit: first } as never,
      new AbortController().signal,
    );
    return (data.results as { name: string }[]).map(({ name }) => name);
  };
  return Promise.all(
    questionKinds.map(async (kind) => {
      const all = Object.entries(questions[kind]);
      const missed: string[] = [];
      for (const [text, means] of all) {
        const wanted = [means].flat().flatMap(namesFor);
        const results = await found(text);
        if (!results.some((name) => wanted.includes(name)))
          missed.push(`${kind}: “${text}” (${wanted[0]}): ${results.slice(0, 4).join(', ')}`);
      }
      return { kind, asked: all.length, found: all.length - missed.length, missed };
    }),
  );
}

/** A part by its own name and by those that views give it. */
function asNames(index: ModelIndex): (name: string) => string[] {
  const definitions = definitionsOf(index);
  const members = definitions.flatMap((one) => membersOf(index, one));
  return (name) => {
    if (definitions.some((one) => one.name === name)) return [name];
    const own = members.find((one) => one.name === name);
    if (!own) throw new Error(`The model has no part “${name}”.`);
    return [name, ...members.filter(({ member }) => member === own.member).map((one) => one.name)];
  };
}
