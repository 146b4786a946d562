import assert from 'node:assert/strict';
import { auditFilterInputs, auditFilterProblem, withAuditFilter } from '../../../src/ui/operate/auditFilters.ts';
import { readSecurityContext, tokenLifetimes, tokenSecondsProblem } from '../../../src/ui/operate/tokenInputs.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

describe('the filters of an audit export', () => {
  it('are those of the specification', () => {
    const names = auditFilterInputs(plainLocalizer).map(({ name }) => name);
    assert.deepEqual(names.sort(), ['end', 'eventName', 'search', 'start', 'userEmail']);
  });

  it('are dates and times of ISO 8601', () => {
    const isAccepted = (text: string) => auditFilterProblem('start', text, plainLocalizer) === undefined;
    for (const text of ['', '2026-01-31', '2026-01-31T08:00:00Z', '2026-01-31T08:00:00.5+02:00', '2026-01-31T08:00']) {
      assert.ok(isAccepted(text), text);
    }
    for (const text of ['yesterday', '2026-02-30', '31.01.2026', '2026-01-31 08:00', '2026-01-31T25:00']) {
      assert.ok(!isAccepted(text), text);
    }
    assert.equal(auditFilterProblem('search', 'yesterday', plainLocalizer), undefined);
  });

  it('are removed by an empty text', () => {
    const set = withAuditFilter({ start: '2026-01-31' }, 'search', ' branch ');
    assert.deepEqual(set, { start: '2026-01-31', search: 'branch' });
    assert.deepEqual(withAuditFilter(set, 'start', ' '), { search: 'branch' });
  });
});

describe('the lifetime of a token', () => {
  it('is 60 to 86400 seconds for the data API', () => {
    const isAccepted = (text: string) => tokenSecondsProblem(text, false, plainLocalizer) === undefined;
    assert.deepEqual(['60', '86400', '59', '86401', '1e3', '-60', ''].map(isAccepted), [
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    for (const { seconds } of tokenLifetimes(false, plainLocalizer)) assert.ok(isAccepted(String(seconds)));
  });

  it('may be longer for metadata', () => {
    assert.equal(tokenSecondsProblem('1000000', true, plainLocalizer), undefined);
    assert.ok(tokenSecondsProblem('0', true, plainLocalizer));
  });
});

describe('a security context', () => {
  it('is a JSON object', () => {
    assert.deepEqual(readSecurityContext('{"team": ["a"]}'), { team: ['a'] });
    for (const text of ['', '[]', 'null', '"a"', '{']) assert.equal(readSecurityContext(text), undefined, text);
  });
});
