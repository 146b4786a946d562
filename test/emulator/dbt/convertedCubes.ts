/** Cubes of a dbt manifest, parsed and compiled. */

import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { bundlePath } from '../../../src/base/bundlePath.ts';
import type { CompileResult, ModelFile } from '../../../src/compiler/compileResult.ts';
import { Compiler } from '../../../src/compiler/compiler.ts';
import type { ModelQuery, ModelRequest } from '../../../src/compiler/modelRequest.ts';
import { convertManifest } from '../../../src/emulator/dbt/convertManifest.ts';
import { readManifest } from '../../../src/emulator/dbt/readManifest.ts';
import { writeCube } from '../../../src/emulator/dbt/writeCube.ts';

type Files = readonly { path: string; content: string }[];

interface Member {
  name: string;
  sql?: string;
  type: string;
  [key: string]: unknown;
}
interface Cube {
  name: string;
  sql_table: string;
  dimensions: Member[];
  measures: Member[];
  joins?: { name: string; sql: string; relationship: string }[];
  [key: string]: unknown;
}

export function convert(manifest: unknown) {
  const { cubes: drafts, warnings } = convertManifest(readManifest(manifest));
  const files = drafts.map(writeCube);
  const cubes = new Map<string, Cube>();
  for (const { content } of files) {
    for (const cube of (parse(content) as { cubes: Cube[] }).cubes) cubes.set(cube.name, cube);
  }
  const member = (cube: string, name: string) => {
    const { dimensions, measures } = cubes.get(cube)!;
    return [...dimensions, ...measures].find((each) => each.name === name);
  };
  return { files, warnings, cubes, member };
}

function modelOf(files: Files): ModelFile[] {
  return files.map(({ path, content }) => ({ fileName: path.replace('model/', ''), content }));
}

interface CompiledCubes extends CompileResult {
  meta(): Promise<readonly Record<string, unknown>[]>;
  /** The answer to a query; of the kind `query` if it became SQL. */
  plan(query: { measures: readonly string[]; dimensions: readonly string[] }): Promise<{ kind: string }>;
}

/** A compiler for the tests of a suite. The function fails for a model that does not compile. */
export function compilerOfCubes(): (files: Files) => Promise<CompiledCubes> {
  let compiler: Compiler;
  let count = 0;
  before(() => {
    compiler = new Compiler({ bundlePath: bundlePath('compiler.cjs') });
  });
  after(() => compiler.dispose());
  return async (sources) => {
    const files = modelOf(sources);
    count += 1;
    const model = String(count);
    const ask = (request: ModelRequest) => compiler.queryModel({ model, files: async () => files, request });
    const result = await compiler.compile({ files, model });
    assert.deepEqual(result.errors, []);
    const meta = async () => {
      const answer = await ask({ kind: 'meta', securityContext: {} });
      assert.ok(answer.kind === 'meta');
      return answer.meta.cubes;
    };
    const plan: CompiledCubes['plan'] = (query) =>
      ask({ kind: 'query', query: { ...wholeQuery, ...query }, securityContext: {} });
    return { ...result, meta, plan };
  };
}

const wholeQuery: ModelQuery = {
  measures: [],
  dimensions: [],
  segments: [],
  timeDimensions: [],
  filters: [],
  limit: 100,
  offset: 0,
  timezone: 'UTC',
  ungrouped: false,
  total: false,
};
