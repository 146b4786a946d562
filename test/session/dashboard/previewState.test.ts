import assert from 'node:assert/strict';
import { plainOptions, readPreviewState } from '../../../src/session/dashboard/previewState.ts';

const base = 'https://acme.example.com';

describe('the stored state of a preview', () => {
  const subject = { surface: 'dashboard', publicId: 'abc', deploymentId: '7' } as const;
  const options = { ...plainOptions, branch: 'dev-anna', locale: 'de', timezone: 'Europe/Berlin' };
  const state = {
    tab: 't1',
    changes: 3,
    connectionId: base,
    subject,
    folder: '/work',
    mine: true,
    mode: 'private',
    options,
  } as const;

  it('is unchanged after a round trip through JSON', () => {
    assert.deepEqual(readPreviewState(JSON.parse(JSON.stringify(state))), state);
  });

  it('drops unknown fields such as a session or a token', () => {
    const read = readPreviewState({
      ...state,
      sessionId: 's-1',
      token: 't',
      subject: { ...subject, session: 's-1' },
      options: { ...options, token: 't' },
    });
    assert.deepEqual(read, state);
  });

  it('is undefined where required fields are missing or wrong', () => {
    const wrong = [
      undefined,
      null,
      'x',
      [],
      {},
      { ...state, connectionId: 7 },
      { ...state, subject: { ...subject, surface: 'page' } },
      { ...state, subject: { ...subject, publicId: '../x' } },
      { ...state, subject: { surface: 'dashboard', deploymentId: '7' } },
      { ...state, subject: { ...subject, deploymentId: null } },
    ];
    for (const stored of wrong) assert.equal(readPreviewState(stored), undefined, JSON.stringify(stored));
  });

  it('falls back to default options where the options are damaged', () => {
    assert.deepEqual(readPreviewState({ ...state, options: { branch: 7 } })?.options, plainOptions);
  });
});
