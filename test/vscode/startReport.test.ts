import assert from 'node:assert/strict';
import { startLine, startText } from './startReport.ts';

const platform = {
  url: 'http://127.0.0.1:4000',
  apiKey: 'sk-user',
  adminApiKey: 'sk-admin',
  deploymentId: 1,
  deployBranch: 'main',
};
const editorUrl = 'http://127.0.0.1:5000/?folder=%2Fprojects%2Fshop';
const started = { editorUrl, platform, workspace: '/projects/shop', isSample: true };

describe('what npm start prints', () => {
  it('is for people the address to open, three things to try, and both keys', () => {
    const text = startText(started);
    assert.match(text, /^\s*Open this address in a browser:\s+http:\/\/127\.0\.0\.1:5000\//);
    assert.deepEqual(text.match(/^ {2}\d\. /gm), ['  1. ', '  2. ', '  3. ']);
    assert.match(text, /User's key +sk-user$/m);
    assert.match(text, /Administrator's key +sk-admin$/m);
  });

  it('names nothing of the sample for a folder of the user', () => {
    const text = startText({ ...started, isSample: false });
    assert.equal(text.match(/^ {2}\d\. /gm)?.length, 3);
    assert.doesNotMatch(text, /orders|total_amount|completed/);
  });

  it('does not ask to open an address when the desktop editor opens', () => {
    const text = startText({ ...started, editorUrl: undefined });
    assert.doesNotMatch(text, /browser|undefined/);
  });

  it('is for scripts one line of JSON', () => {
    const line = startLine(started);
    assert.equal(line.indexOf('\n'), line.length - 1);
    assert.deepEqual(JSON.parse(line), {
      editorUrl,
      platformUrl: platform.url,
      apiKey: 'sk-user',
      adminApiKey: 'sk-admin',
      workspace: '/projects/shop',
    });
  });
});
