import assert from 'node:assert/strict';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ProjectWriter } from '../../../../src/cli/mcp/shared/projectWriter.ts';
import { Proposals, type ProposedFile } from '../../../../src/cli/mcp/shared/proposals.ts';
import { put, removeTemporaryFolders, temporaryFolder } from '../../../sync/temporary.ts';

const orders = 'model/orders.yml';

describe('the writer of proposals', () => {
  after(removeTemporaryFolders);

  function setUp() {
    const projectFolder = temporaryFolder();
    put(projectFolder, orders, 'cubes: []\n');
    const kept: [string, string][] = [];
    const keep = async (file: string, text: string) => void kept.push([file, text]);
    const writer = new ProjectWriter({ projectFolder, modelFolder: 'model' }, { keep });
    const proposals = new Proposals();
    const propose = (...files: ProposedFile[]) => proposals.add('Test', files);
    const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');
    return { projectFolder, writer, propose, kept, read };
  }

  it('writes all files, keeps what it replaces, and gives every file its former bytes back', async () => {
    const { projectFolder, writer, propose, kept, read } = setUp();
    put(projectFolder, 'tests/old.test.yml', 'tests: []\n');
    const proposal = propose(
      { path: orders, before: 'cubes: []\n', after: 'cubes:\r\n  - name: ä\r\n' },
      { path: 'queries/new.query.yml', before: undefined, after: 'measures: []\n' },
      { path: 'tests/old.test.yml', before: 'tests: []\n', after: undefined },
    );
    await writer.apply(proposal);
    assert.equal(read(orders), 'cubes:\r\n  - name: ä\r\n');
    assert.equal(read('queries/new.query.yml'), 'measures: []\n');
    assert.equal(existsSync(path.join(projectFolder, 'tests/old.test.yml')), false);
    assert.deepEqual(kept, [
      [orders, 'cubes: []\n'],
      ['tests/old.test.yml', 'tests: []\n'],
    ]);
    await writer.undo(proposal);
    assert.equal(read(orders), 'cubes: []\n');
    assert.equal(read('tests/old.test.yml'), 'tests: []\n');
    assert.equal(existsSync(path.join(projectFolder, 'queries/new.query.yml')), false);
  });

  it('writes nothing if one of the files changed since', async () => {
    const { projectFolder, writer, propose, read } = setUp();
    put(projectFolder, 'model/users.yml', 'cubes: []\n');
    const proposal = propose(
      { path: orders, before: 'cubes: []\n', after: 'a: 1\n' },
      { path: 'model/users.yml', before: 'cubes:\n', after: 'a: 2\n' },
    );
    await assert.rejects(writer.apply(proposal), /changed since the proposal was made/);
    assert.equal(read(orders), 'cubes: []\n');
  });

  it('does not undo after a later edit, and not what was never applied', async () => {
    const { projectFolder, writer, propose, read } = setUp();
    const proposal = propose({ path: orders, before: 'cubes: []\n', after: 'a: 1\n' });
    await assert.rejects(writer.undo(proposal), /not applied/);
    await writer.apply(proposal);
    writeFileSync(path.join(projectFolder, orders), 'a: 2\n');
    await assert.rejects(writer.undo(proposal), /changed since the proposal was applied/);
    assert.equal(read(orders), 'a: 2\n');
  });

  it('does not change a file that is not valid UTF-8', async () => {
    const { projectFolder, writer, propose } = setUp();
    const bytes = Buffer.from([0x61, 0xff, 0x62]);
    writeFileSync(path.join(projectFolder, orders), bytes);
    const proposal = propose({ path: orders, before: bytes.toString('utf8'), after: 'a: 1\n' });
    await assert.rejects(writer.apply(proposal), /not valid UTF-8/);
    assert.deepEqual(readFileSync(path.join(projectFolder, orders)), bytes);
  });

  const forbidden = [
    ...[
      '.env',
      'cube.js',
      'cube.py',
      '.vscode/settings.json',
      '.vscode/x.query.yml',
      '.git/hooks/pre-commit',
      '.git/x.test.yml',
    ],
    ...[
      '.github/workflows/ci.yml',
      'README.md',
      'package.json',
      'model/.hidden.yml',
      'model/globals.py',
      'node_modules/a/x.test.yml',
    ],
    ...[
      '../outside.query.yml',
      'model/../../outside.yml',
      '/tmp/outside.query.yml',
      'model//x.yml',
      'model/a\\..\\x.yml',
      'C:/x.query.yml',
    ],
    ...['model/notes.txt', 'model/x.yml\0.txt', ''],
  ];
  for (const file of forbidden) {
    it(`refuses ${JSON.stringify(file)}`, async () => {
      const { writer, propose } = setUp();
      await assert.rejects(
        writer.apply(propose({ path: file, before: undefined, after: 'x' })),
        /may change only files of the model/,
      );
    });
  }

  it('follows no link out of the project, of a file or of a folder', async () => {
    const { projectFolder, writer, propose } = setUp();
    const outside = temporaryFolder();
    put(outside, 'secret.yml', 'x: 1\n');
    symlinkSync(path.join(outside, 'secret.yml'), path.join(projectFolder, 'model/secret.yml'));
    symlinkSync(outside, path.join(projectFolder, 'queries'));
    const linked = propose({ path: 'model/secret.yml', before: 'x: 1\n', after: 'y: 2\n' });
    await assert.rejects(writer.apply(linked), /may change only/);
    const below = propose({ path: 'queries/new.query.yml', before: undefined, after: 'y: 2\n' });
    await assert.rejects(writer.apply(below), /may change only/);
    assert.equal(readFileSync(path.join(outside, 'secret.yml'), 'utf8'), 'x: 1\n');
    assert.equal(existsSync(path.join(outside, 'new.query.yml')), false);
  });
});
