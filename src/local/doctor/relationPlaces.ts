/** Finds where the model defines a join or a key that the compiler reports by name. */

import type { CubeRelation, CubeRelations, JoinRelation } from '../../compiler/modelRequest.ts';
import type { Definition } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Span } from '../../model/source/range.ts';

interface LinePlace {
  file: string;
  /** Starts at 1. */
  line: number;
}

export class RelationPlaces {
  readonly #index: ModelIndex;

  constructor(index: ModelIndex) {
    this.#index = index;
  }

  /** An inherited join is where the other cube defines it. */
  ofJoin({ from, to }: JoinRelation, { cubes }: CubeRelations): LinePlace {
    const definition = this.#definition(from);
    const join = definition && this.#index.joins(definition).findLast(({ name }) => name === to);
    if (join) return this.#place(join.definition.file, join.nameSpan);
    const cube = cubes.find(({ name }) => name === from);
    return cube ? this.ofCube(cube) : { file: '.', line: 1 };
  }

  /** The dimension of the key, or else the name of the cube, or its file. */
  ofCube({ name, fileName }: CubeRelation, key?: string): LinePlace {
    const definition = this.#definition(name);
    const member = key !== undefined && definition && this.#index.member(definition, key, ['dimension']);
    if (member) return this.#place(member.definition.file, member.nameSpan);
    if (definition) return this.#place(definition.file, definition.nameSpan);
    const file = fileName === null ? undefined : this.#index.fileBySuffix(fileName)?.path;
    return { file: file ?? '.', line: 1 };
  }

  #definition(name: string): Definition | undefined {
    return this.#index.cube(name) ?? this.#index.generatedNamed(name)[0];
  }

  #place(file: string, span: Span): LinePlace {
    return { file, line: this.#index.rangeOf(file, span).start.line + 1 };
  }
}
