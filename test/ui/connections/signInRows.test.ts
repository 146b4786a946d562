import assert from 'node:assert/strict';
import { signInRows } from '../../../src/ui/connections/signInRows.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

describe('the rows of a sign-in with a browser', () => {
  const code = { userCode: 'WDJB-MJHT', verificationUri: 'https://acme.example.com/device', until: '18:20' };

  it('show the code, until when it is valid, and the page that opens; a key is the alternative', () => {
    const [open, copy, key] = signInRows(code, plainLocalizer);
    const shown = `${open?.label} ${open?.description} ${open?.detail}`;
    for (const part of ['WDJB-MJHT', '18:20', 'https://acme.example.com/device']) assert.ok(shown.includes(part), part);
    assert.ok(copy?.description?.includes('WDJB-MJHT'));
    assert.deepEqual([open?.action, copy?.action, key?.action], ['open', 'copy', 'enterKey']);
  });
});
