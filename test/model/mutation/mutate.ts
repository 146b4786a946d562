/** Applies a random but repeatable mutation to a valid model. */

import { parseSource } from '../../../src/model/source/parseSource.ts';
import type { Texts } from '../models.ts';
import { lineMutations } from './lineMutations.ts';
import { type Mutant, type Mutation, pick, type Random } from './mutant.ts';
import { textMutations } from './textMutations.ts';
import { valueMutations } from './valueMutations.ts';

const mutations: Record<string, Mutation> = { ...valueMutations, ...lineMutations, ...textMutations };

export const mutationKinds: readonly string[] = Object.keys(mutations);

/** Undefined if the selected mutation cannot be applied. */
export function mutate(random: Random, texts: Texts, kind = pick(random, mutationKinds)!): Mutant | undefined {
  const file = pick(random, Object.keys(texts))!;
  const source = { file, text: texts[file]!, parsed: parseSource(file, texts[file]!) };
  const mutant = mutations[kind]!(random, source, texts);
  return mutant && mutant.texts[file] !== source.text ? { kind, ...mutant } : undefined;
}
