import assert from 'node:assert/strict';
import { junitXml } from '../../../src/query/tests/junit.ts';
import type { TestResult } from '../../../src/query/tests/testResult.ts';

function result(more: Partial<TestResult>): TestResult {
  return { file: 'a.test.yml', name: 'a', line: 2, status: 'passed', message: '', ms: 1500, broken: [], ...more };
}

describe('JUnit XML', () => {
  it('has a suite for each file, and counts', () => {
    const xml = junitXml([
      result({}),
      result({ name: 'b', status: 'failed', message: 'orders.count: expected 1, found 2.', expected: 1, actual: 2 }),
      result({ file: 'c.test.yml', name: '', status: 'error', message: 'no query' }),
    ]);
    assert.deepEqual(xml.trimEnd().split('\n'), [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites tests="3" failures="1" errors="1" time="4.5">',
      '  <testsuite name="a.test.yml" tests="2" failures="1" errors="0" time="3">',
      '    <testcase name="a" classname="a.test.yml" file="a.test.yml" line="2" time="1.5"/>',
      '    <testcase name="b" classname="a.test.yml" file="a.test.yml" line="2" time="1.5">',
      '      <failure message="orders.count: expected 1, found 2.">orders.count: expected 1, found 2.&#10;expected: 1&#10;actual: 2</failure>',
      '    </testcase>',
      '  </testsuite>',
      '  <testsuite name="c.test.yml" tests="1" failures="0" errors="1" time="1.5">',
      '    <testcase name="c.test.yml" classname="c.test.yml" file="c.test.yml" line="2" time="1.5">',
      '      <error message="no query">no query</error>',
      '    </testcase>',
      '  </testsuite>',
      '</testsuites>',
    ]);
  });

  it('keeps the message of a passed test', () => {
    const xml = junitXml([result({ message: 'warning: <old> name' })]);
    assert.ok(
      xml.includes('time="1.5">\n      <system-out>warning: &lt;old&gt; name</system-out>\n    </testcase>'),
      xml,
    );
  });

  it('escapes markup, quotes, line feeds and characters that XML does not allow', () => {
    const name = '<b> & "x"\t\u0000\u001b[31m\ud800 \u{1f600} \uffff]]>';
    const xml = junitXml([result({ name, status: 'failed', message: `a\n${name}` })]);
    assert.ok(xml.includes('name="&lt;b&gt; &amp; &quot;x&quot;&#9;\ufffd\ufffd[31m\ufffd \u{1f600} \ufffd]]&gt;"'));
    const allowed = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
    assert.match(xml, allowed);
    assert.equal(xml.match(/<[^>]*>/g)?.length, 9);
  });
});
