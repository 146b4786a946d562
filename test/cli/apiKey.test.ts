import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readApiKey } from '../../src/cli/apiKey.ts';
import { removeTemporaryFolders, temporaryFolder } from '../sync/temporary.ts';

describe('the key of a command', () => {
  after(removeTemporaryFolders);

  const read = async (
    given: Partial<Parameters<typeof readApiKey>[0]>,
    fileText?: string,
  ): Promise<{ key?: string; failure?: string; warnings: string[] }> => {
    const warnings: string[] = [];
    const currentFolder = temporaryFolder();
    if (fileText !== undefined) writeFileSync(join(currentFolder, 'key'), fileText);
    const sources = {
      key: undefined,
      keyFile: undefined,
      environment: undefined,
      input: Readable.from([]),
      currentFolder,
      log: { warn: (message: string) => warnings.push(message) },
      ...given,
    };
    return readApiKey(sources).then(
      (key) => ({ key, warnings }),
      (failure: Error) => ({ failure: failure.message, warnings }),
    );
  };

  it('comes from a file next to the current folder, also with a byte order mark', async () => {
    assert.equal((await read({ keyFile: 'key' }, '\uFEFFopaque-key\r\n')).key, 'opaque-key');
  });

  it('comes from standard input in several parts', async () => {
    const input = Readable.from([Buffer.from('opaque'), Buffer.from('-key\n')]);
    assert.equal((await read({ keyFile: '-', input })).key, 'opaque-key');
  });

  it('is not read from a terminal, which shows what is typed', async () => {
    const input = Object.assign(Readable.from(['opaque-key']), { isTTY: true });
    assert.match((await read({ keyFile: '-', input })).failure!, /terminal/);
  });

  it('ends the reading of an endless input', async () => {
    const endless = (function* () {
      for (;;) yield Buffer.alloc(4096, 'k');
    })();
    assert.match((await read({ keyFile: '-', input: Readable.from(endless) })).failure!, /nothing else/);
  });

  for (const [what, text, expected] of [
    ['an empty file', ' \n', /is empty/],
    ['a file with more than the key', 'KEY=opaque-key\nOTHER=opaque-key\n', /nothing else/],
    ['no file', undefined, /there is no such file/],
  ] as const) {
    it(`names the reason and no content for ${what}`, async () => {
      const { failure } = await read({ keyFile: 'key' }, text);
      assert.match(failure!, expected);
      assert.ok(!failure!.includes('opaque-key'));
    });
  }

  it('is not repeated by the warning of --key', async () => {
    const { key, warnings } = await read({ key: 'opaque-key', environment: 'other' });
    assert.equal(key, 'opaque-key');
    assert.equal(warnings.length, 1);
    assert.ok(!warnings[0]!.includes('opaque-key'));
  });
});
