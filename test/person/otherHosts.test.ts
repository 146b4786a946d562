/** The extension with all other hosts refused: the whole way of a change to production, on this computer, without a network. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { missingSinkhole, runInSinkhole } from '../privacy/inSinkhole.ts';
import { repository } from '../vscode/locations.ts';

describe('the window, the extension and all programs that it starts', () => {
  it('look for no other host on the way of a change to production', async function () {
    const missing = await missingSinkhole();
    if (missing !== undefined) {
      process.stderr.write(`This test is skipped: ${missing}\n`);
      this.skip();
    }
    const story = ['node_modules/mocha/bin/mocha.js', path.join(repository, 'test/person/story.test.ts')];
    const { names, addresses } = await runInSinkhole(story, { PICTURES: '0' });
    assert.deepEqual([...names, ...addresses], []);
  });
});
