/** The mistakes that the compiler accepts make queries fail, in the published compiler. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { asFiles } from '../../compiler/compilerUnderTest.ts';
import { edit, unmark } from '../marked.ts';
import { fixture } from '../models.ts';
import { plannerMistakes } from './plannerMistakes.ts';
import { queryMistakes } from './queryMistakes.ts';

const program = `
// Threads take longer to start than a model to compile, so all models share them.
const workerpool = require('workerpool');
const { pool } = workerpool;
let threads;
workerpool.pool = (...options) => (threads ??= Object.assign(pool(...options), { terminate() {} }));
const { prepareCompiler } = require('@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler');
const { PostgresQuery } = require('@cubejs-backend/schema-compiler/dist/src/adapter/PostgresQuery');
const nativeInstance = { newJinjaEngine: () => ({}), loadPythonContext() {} };
const run = async ({ files, query }) => {
  const repository = { localPath: () => '.', dataSchemaFiles: async () => files };
  const compilers = prepareCompiler(repository, { nativeInstance, omitErrors: true, errorReport: { logger() {} } });
  await compilers.compiler.compile();
  const errors = compilers.compiler.errorsReporter.getErrors().map(({ message }) => message);
  try {
    return { errors, result: new PostgresQuery(compilers, { ...query, timezone: 'UTC', useNativeSqlPlanner: false }).buildSqlAndParams()[0] };
  } catch ({ message }) {
    return { errors, result: message };
  }
};
(async () => {
  const results = [];
  for (const job of JSON.parse(require('node:fs').readFileSync(0, 'utf8'))) results.push(await run(job));
  process.stdout.write(JSON.stringify(results), () => process.exit());
})();
`;

describe('mistakes that the compiler accepts', () => {
  it('make queries fail', () => {
    const rows = [...queryMistakes, ...plannerMistakes].filter(({ query }) => query !== undefined);
    const jobs = rows.map(({ base = fixture('bakery'), edits, query }) => {
      const marked = edits.reduce((texts, [file, from, to]) => edit(texts, file, from, to), base);
      return { files: asFiles(unmark(marked).texts), query };
    });
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], {
      input: JSON.stringify(jobs),
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    assert.ok(stdout, stderr);
    for (const [at, { errors, result }] of (JSON.parse(stdout) as { errors: string[]; result: string }[]).entries()) {
      assert.deepEqual(errors, [], rows[at]!.name);
      assert.match(result.replace(/\s+/g, ' '), rows[at]!.result!, `${rows[at]!.name}: ${result}`);
    }
  });
});
