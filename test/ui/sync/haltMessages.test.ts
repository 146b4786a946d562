import assert from 'node:assert/strict';
import { halt } from '../../../src/sync/plan/halt.ts';
import { plainLocalizer as l10n } from '../../../src/ui/shell/localizer.ts';
import { haltMessage } from '../../../src/ui/sync/haltMessages.ts';

describe('haltMessage', () => {
  it('offers one action, named after what it does', () => {
    const button = (kind: Parameters<typeof halt>[0]) => haltMessage(halt(kind), l10n).button;
    assert.equal(button('session-moved'), 'Reopen in Dev Mode');
    assert.equal(button('mass-delete-branch'), 'Delete and Continue');
    assert.equal(button('git-busy'), 'Continue');
    assert.equal(button('verify-mismatch'), 'Show Differences');
    assert.equal(button('remote-moved'), 'Try Again');
    assert.equal(button('missing-folder'), undefined);
  });

  it('lists the first files and counts the others', () => {
    const paths = Array.from({ length: 10 }, (_, n) => `f${n}.yml`);
    const { detail } = haltMessage(halt('verify-mismatch', ['f0.yml'], paths), l10n);
    assert.match(detail, /^Compare these files [^\n]*\n\nf0\.yml\n(?:f\d\.yml\n){6}f7\.yml\n… and 2 more$/);
  });
});
