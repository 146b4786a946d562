import assert from 'node:assert/strict';
import { formatsFor } from '../../../../src/emulator/pages/charts/formats.ts';

describe('formats of numbers and times', () => {
  it('follow the locale', () => {
    assert.equal(formatsFor('en').number(1234.5, undefined), '1,234.5');
    assert.equal(formatsFor('de-DE').number(1234.5, undefined), '1.234,5');
    assert.equal(formatsFor('en').number(0.804, { format: 'percent' }), '80.4%');
    assert.equal(formatsFor('en').number(19.5, { format: 'currency' }), '$19.50');
    assert.equal(formatsFor('en').number(12_345, { format: 'currency' }, 'short'), '$12.3K');
    assert.equal(formatsFor('en').time('2026-03-01T00:00:00.000', 'month'), 'Mar 2026');
    assert.match(formatsFor('de').time('2026-03-01T00:00:00.000', 'month'), /März 2026/);
  });

  it('use English for an unknown locale and a dash for a missing value', () => {
    assert.equal(formatsFor('not a language').number(1234.5, undefined), '1,234.5');
    assert.equal(formatsFor('en').number(null, undefined), '—');
  });
});
