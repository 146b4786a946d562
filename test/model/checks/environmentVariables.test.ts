import assert from 'node:assert/strict';
import { localProblems } from '../../../src/model/diagnose.ts';
import { indexOf, show } from '../models.ts';

describe('environment variables in a model', () => {
  it('are not unknown names', () => {
    const index = indexOf({
      'cubes/scripted.js':
        'cube(`scripted`, { sql_table: `$' +
        '{process.env.SCHEMA}.orders`, dimensions: { id: { sql: `id`, type: `number` } } });\n',
      'cubes/templated.yml': 'cubes:\n  - name: templated\n    sql_table: "{{ env_var(\'SCHEMA\') }}.orders"\n',
    });
    const problems = localProblems(index);
    assert.deepEqual(problems, [], show(index, problems));
  });
});
