import assert from 'node:assert/strict';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { PlatformError } from '../../../src/platform/platformError.ts';
import { answeringModel } from '../../../src/session/query/answeringModel.ts';
import { FakeBranch } from '../../sync/fakeBranch.ts';

const cube = (name: string) => `cubes:\n  - name: ${name}\n    sql_table: ${name}\n`;

function local(texts: Record<string, string>): ModelIndex {
  const index = new ModelIndex();
  for (const [path, text] of Object.entries(texts)) index.set(path, text);
  return index;
}

describe('the model that answers a query', () => {
  const { signal } = new AbortController();
  const files = { 'model/orders.yml': cube('orders'), 'model/users.yml': cube('users') };

  it('is the local one without a warning if the branch has the same sources', async () => {
    const branch = new FakeBranch({ ...files, 'README.md': 'other' });
    const { index, different, warnings } = await answeringModel(branch, local(files), signal);
    assert.deepEqual([...index.files].map(({ path }) => path).sort(), Object.keys(files));
    assert.deepEqual([[...different], warnings], [[], []]);
    assert.deepEqual(branch.calls, ['hashes'], 'no text is read');
  });

  it('is that of the branch, and the sources that differ are named', async () => {
    const branch = new FakeBranch({ ...files, 'model/users.yml': cube('people'), 'model/new.yml': cube('fresh') });
    const mine = local({ ...files, 'model/mine.yml': cube('mine'), 'model/globals.py': 'x = 1' });
    const { index, warnings } = await answeringModel(branch, mine, signal);
    assert.deepEqual(index.definitions.map(({ name }) => name).sort(), ['fresh', 'orders', 'people']);
    assert.deepEqual(
      warnings.map(({ message }) => message),
      [
        'The version on dev-someone-1 is explained, which differs from your files. Lines in these are lines on dev-someone-1: model/globals.py, model/mine.yml, model/new.yml … (+1)',
      ],
    );
  });

  it('is the local one with a warning if that of the branch may not be read', async () => {
    const branch = new FakeBranch(files);
    branch.before = () => {
      throw new PlatformError('forbidden', ['acme.example.com'], {
        host: 'acme.example.com',
        operation: 'getFileHashes',
      });
    };
    const mine = local(files);
    const { index, warnings } = await answeringModel(branch, mine, signal);
    assert.equal(index, mine);
    assert.match(
      warnings[0]!.message,
      /^The model of dev-someone-1 could not be read \(.+\)\. Joins, filters and lines/,
    );
    branch.before = () => {
      throw new PlatformError('dns', ['acme.example.com', 'ENOTFOUND'], { host: 'acme.example.com', operation: 'x' });
    };
    await assert.rejects(answeringModel(branch, mine, signal), { code: 'dns' });
  });
});
