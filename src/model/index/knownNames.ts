/** The names that a misspelt one may have meant, prepared once for all typos. */

import { KnownNames } from '../source/names.ts';
import type { Definition } from './definitions.ts';
import type { Derivation } from './derivedValues.ts';
import type { ModelIndex } from './modelIndex.ts';

type Names = Derivation<ModelIndex, Definition, KnownNames>;

const ofMembers: Names = { compute: (index, definition) => new KnownNames(memberNames(index, definition)) };
const ofSymbols: Names = {
  compute: (index, definition) => new KnownNames([...memberNames(index, definition), ...index.cubeNames, 'CUBE']),
};
const ofVariables: Names = {
  compute: (index, { file }) => new KnownNames(index.file(file)!.source.declared),
};
const ofCubes: Derivation<ModelIndex, ModelIndex, KnownNames> = {
  compute: (index) => new KnownNames([...index.cubeNames, 'CUBE']),
};

function memberNames(index: ModelIndex, definition: Definition): string[] {
  const own = [...index.members(definition).keys()];
  return definition.kind === 'view' ? [...own, ...index.viewMembers(definition).members.keys()] : own;
}

export function knownMembers(index: ModelIndex, definition: Definition): KnownNames {
  return index.derive(ofMembers, definition);
}

export function knownCubes(index: ModelIndex): KnownNames {
  return index.derive(ofCubes, index);
}

/** The names that the program around a cube declares. */
export function knownVariables(index: ModelIndex, definition: Definition): KnownNames {
  return index.derive(ofVariables, definition);
}

/** The names that an expression of a cube can start with. */
export function knownSymbols(index: ModelIndex, definition: Definition): KnownNames {
  return index.derive(ofSymbols, definition);
}
