/** The members and joins that only the compiled model has, because a template or a program writes them, and where they come from. */

import type { CompiledCube } from '../../compiler/modelRequest.ts';
import type { Definition, Join, Member, MemberKind } from '../../model/index/definitions.ts';
import { generatedMembers } from '../../model/index/generatedMembers.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';

export type GeneratedCube = Pick<CompiledCube, 'name' | 'fileName' | 'measures' | 'dimensions' | 'segments' | 'joins'>;

/** The definitions that may have written a cube, the most likely first. Never empty. */
function writersOf(index: ModelIndex, { name, fileName }: GeneratedCube): readonly Definition[] {
  const own = index.cube(name);
  if (own?.kind === 'cube') return [own];
  const file = fileName === null ? undefined : index.fileBySuffix(fileName)?.path;
  const found = index.generatedNamed(name).filter((one) => one.kind === 'cube' && (!file || one.file === file));
  if (found.length > 0) return found;
  const start = { start: 0, end: 0 };
  const unknown: Definition = {
    ...{ kind: 'cube', name, nameSpan: start, span: start, node: emptyMap(start), open: 'generated' },
    ...{ file: file ?? index.projectFile, language: 'yaml', members: [], joins: [] },
  };
  return [unknown];
}

function emptyMap({ start, end }: { start: number; end: number }) {
  return { kind: 'map' as const, start, end, entries: [], open: true };
}

/** Reads the definitions of a cube that the compiled model has. */
export class CubeWriters {
  readonly #index: ModelIndex;
  readonly #writers: readonly Definition[];

  constructor(index: ModelIndex, cube: GeneratedCube) {
    this.#index = index;
    this.#writers = writersOf(index, cube);
  }

  /** Where the text does not say it, the member is at the name of the cube. */
  member(name: string, kind: MemberKind): { member: Member; cube: Definition } {
    for (const cube of this.#writers) {
      const written = this.#index
        .members(cube)
        .get(name)
        ?.find((one) => one.kind === kind);
      if (written) return { member: written, cube };
    }
    for (const cube of this.#writers) {
      const member = generatedMembers(this.#index, cube).get(name);
      if (member?.kind === kind) return { member, cube };
    }
    const cube = this.#writers[0]!;
    return { member: { ...this.#atName(cube, name), kind }, cube };
  }

  join(name: string): { join: Join; cube: Definition } {
    for (const cube of this.#writers) {
      const join = this.#index.joins(cube).find((one) => one.name === name);
      if (join) return { join, cube };
    }
    const cube = this.#writers[0]!;
    return { join: { ...this.#atName(cube, name), index: -1 }, cube };
  }

  #atName(definition: Definition, name: string) {
    const { nameSpan } = definition;
    return { name, nameSpan, span: nameSpan, node: emptyMap(nameSpan), definition };
  }
}
