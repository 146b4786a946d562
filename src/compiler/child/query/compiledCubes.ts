/** All cubes of a compiled model with their members and joins, hidden or not. */

import type { Compiler as Compilers } from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import type { CompiledCube } from '../../modelRequest.ts';

interface CubeParts {
  isView?: boolean;
  dataSource?: string;
  fileName?: string;
  joins?: readonly { name: string }[];
  measures?: object;
  dimensions?: object;
  segments?: object;
}

export function compiledCubes({ cubeEvaluator }: Compilers): CompiledCube[] {
  return cubeEvaluator.cubeNames().flatMap((name): CompiledCube[] => {
    const cube = cubeEvaluator.cubeFromPath(name) as CubeParts;
    if (cube.isView) return [];
    return [
      {
        name,
        dataSource: cube.dataSource ?? 'default',
        fileName: cube.fileName ?? null,
        measures: Object.keys(cube.measures ?? {}),
        dimensions: Object.keys(cube.dimensions ?? {}),
        segments: Object.keys(cube.segments ?? {}),
        joins: (cube.joins ?? []).map((join) => join.name),
      },
    ];
  });
}
