/** `model_query` with `why`: causes with places, limited by the setting of rows. */

import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { removeTemporaryFolders, temporaryFolder } from '../../../sync/temporary.ts';
import { repository } from '../../../vscode/locations.ts';
import { useMcp } from '../mcpClient.ts';
import { commitAll } from '../projects.ts';

const sample = path.join(repository, 'src/emulator/sample');
const orders = 'model/cubes/orders.yml';

describe('the tool query, asked why', function () {
  this.timeout(60_000);
  const start = useMcp();

  after(removeTemporaryFolders);

  it('explains why a result is empty, with places, and which definitions differ', async () => {
    const folder = temporaryFolder();
    cpSync(path.join(sample, 'project'), folder, { recursive: true });
    commitAll(folder);
    const source = ['--source', path.join(sample, 'data')];
    const { call } = await start(folder, ...source);
    const query = {
      measures: ['orders.count'],
      filters: [{ member: 'orders.status', operator: 'equals', values: ['Completed'] }],
    };
    const { structured, text: answer } = await call('query', { query, why: true });
    assert.equal(structured.isEmpty, true, answer);
    const [cause, ...more] = structured.causes;
    assert.match(cause.text, /^Filter orders\.status equals .*: leaves 0 of [\d,]+ rows\.$/);
    assert.match(cause.place, /orders\.yml:\d+$/);
    assert.equal(cause.details, undefined);
    assert.deepEqual(more, []);
    const { call: callFull } = await start(folder, ...source, '--rows', 'full');
    assert.match(
      (await callFull('query', { query, why: true })).structured.causes[0].details[0].text,
      /The data has ..?completed..? instead of/,
    );
    const { call: callNone } = await start(folder, ...source, '--rows', 'none');
    const { structured: none } = await callNone('query', { query, why: true });
    assert.deepEqual([none.causes, none.steps], [undefined, undefined]);
    assert.match(none.rowsHidden, /no rows/);
    const text = readFileSync(path.join(folder, orders), 'utf8');
    const edited = text.replace(/- name: count\n(\s+)type: count/, '- name: count\n$1title: All\n$1type: count');
    writeFileSync(path.join(folder, orders), edited);
    const { structured: changed } = await call('query', {
      query: { measures: ['orders.count'] },
      why: true,
      compare: 'HEAD',
    });
    assert.deepEqual(
      changed.causes.map(({ text: one }: { text: string }) => one),
      ['orders.count differs from HEAD.'],
    );
  });
});
