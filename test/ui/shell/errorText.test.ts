import assert from 'node:assert/strict';
import { errorCatalog, UserError } from '../../../src/base/errors.ts';
import { WireFailure, wireDetails } from '../../../src/platform/http/wire.ts';
import { PlatformError } from '../../../src/platform/platformError.ts';
import { explainWireFailure } from '../../../src/platform/wireErrors.ts';
import { syncReasons } from '../../../src/sync/plan/syncReasons.ts';
import { errorText, foldedError, messageText } from '../../../src/ui/shell/errorText.ts';
import type { Localizer } from '../../../src/ui/shell/localizer.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

/** Marks what was translated. */
const marking: Localizer = { t: (message, ...values) => `«${plainLocalizer.t(message, ...values)}»` };

const errors = errorCatalog({ lost: { message: '{0} lost {1}.', action: 'Find {1}.' }, plain: { message: 'Gone.' } });

describe('messageText', () => {
  it('translates a reason and the reason inside it', () => {
    const reason = syncReasons.message('hidden', ['model/shared', syncReasons.message('link')]);
    assert.equal(messageText(reason, marking), '«model/shared in this folder: «It is a symbolic link.»»');
    assert.equal(reason.message, 'model/shared in this folder: It is a symbolic link.');
  });

  it('shows a stored text of an older version as it is', () => {
    assert.equal(messageText('It was deleted.', marking), 'It was deleted.');
  });
});

describe('errorText', () => {
  it('translates the detail of a network failure, but not the text of another program', () => {
    const explain = (detail: ConstructorParameters<typeof WireFailure>[0]) =>
      errorText(
        explainWireFailure(new WireFailure(detail, { fault: 'timeout', sent: true }), {
          ...{ host: 'acme.example.com', operation: 'getMe', secrets: ['key'] },
        }),
        marking,
      );
    const ours = explain(wireDetails.message('no-response', [500]));
    assert.match(ours, /^«acme\.example\.com did not answer in time: «no response within 500 ms»\.» /);
    assert.match(explain('connect ETIMEDOUT.'), /^«acme\.example\.com did not answer in time: connect ETIMEDOUT\.» /);
  });

  it('translates message and action of a catalog error, but not the place', () => {
    const failure = errors.error('lost', ['Ada', 2], { where: 'model/a.yml' });
    assert.equal(errorText(failure, marking), '«Ada lost 2.» (model/a.yml) «Find 2.»');
    assert.equal(errorText(errors.error('plain'), marking), '«Gone.»');
  });

  it('translates a PlatformError and keeps the text of the server', () => {
    const failure = new PlatformError('conflict-because', ['acme.example.com', 'orders.yml differs.'], {
      host: 'acme.example.com',
      operation: 'commit',
      status: 409,
    });
    assert.equal(
      errorText(failure, marking),
      '«acme.example.com found a conflict: orders.yml differs.» (acme.example.com, commit, HTTP 409) ' +
        '«Bring in the other changes first, then try again.»',
    );
  });

  it('is the English text when nothing is translated', () => {
    const failure = new PlatformError('dns', ['nowhere.example', 'ENOTFOUND'], {
      host: 'nowhere.example',
      operation: 'getMe',
    });
    assert.equal(errorText(failure, plainLocalizer), failure.describe());
  });

  it('leaves texts without a code as they are', () => {
    assert.equal(
      errorText(new UserError('Already translated.', { action: 'Act.' }), marking),
      'Already translated. Act.',
    );
    assert.equal(errorText(new Error('a defect'), marking), 'a defect');
    assert.equal(errorText('thrown text', marking), 'thrown text');
  });
});

describe('foldedError', () => {
  const refusal = (text: string) =>
    new PlatformError('rejected-because', ['acme.example.com', text], {
      ...{ host: 'acme.example.com', operation: 'commit', status: 400, requestId: 'r-17' },
    });

  it('keeps a short refusal whole, and the request behind the details', () => {
    const { text, details } = foldedError(refusal('The name is taken.'), plainLocalizer);
    assert.equal(text, 'acme.example.com refused the request: The name is taken.');
    assert.equal(details, `${text}\n\nacme.example.com, commit, HTTP 400, request r-17`);
  });

  it('folds a long refusal to its first sentence', () => {
    const long = `Compile errors. ${'In orders.yml: no such column. '.repeat(20)}`;
    const { text, details } = foldedError(refusal(long), plainLocalizer);
    assert.equal(text, 'acme.example.com refused the request: Compile errors.');
    assert.match(details!, /no such column\. In orders\.yml/);
  });

  it('folds several lines to the first one, and a long sentence at a word', () => {
    assert.equal(
      foldedError(refusal('Errors:\n  a\n  b'), plainLocalizer).text,
      'acme.example.com refused the request: Errors:',
    );
    const { text } = foldedError(refusal('word '.repeat(80)), plainLocalizer);
    assert.match(text, /^acme\.example\.com refused the request: (word )+word…$/);
    assert.ok(text.length <= 161);
  });

  it('hides the request of a failure that explains another one, and keeps the action', () => {
    const cause = refusal('orders.yml');
    const failure = new UserError('Both changed the same lines: orders.yml', {
      where: cause.where,
      action: 'Undo.',
      cause,
    });
    const { text, details } = foldedError(failure, plainLocalizer);
    assert.equal(text, 'Both changed the same lines: orders.yml. Undo.');
    assert.match(details!, /request r-17/);
  });

  it('keeps the place of a failure without a request', () => {
    const failure = new UserError('No parent.', { where: 'Shop', action: 'Refresh.' });
    assert.deepEqual(foldedError(failure, plainLocalizer), { text: 'No parent. (Shop) Refresh.', details: undefined });
  });
});
