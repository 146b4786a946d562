import assert from 'node:assert/strict';
import { logDocument, logEntry, plainText } from '../../../src/ui/logs/logText.ts';
import { plainLocalizer as l10n } from '../../../src/ui/shell/localizer.ts';

describe('log text', () => {
  it('contains no colors, links or control characters', () => {
    const esc = '\u001b';
    assert.equal(
      plainText(`${esc}[1;31mred${esc}[0m ${esc}]8;;https://x.example${esc}\\link${esc}]8;;\u0007 a\u0008b`),
      'red link ab',
    );
    assert.equal(plainText('one\r\ntwo\rthree'), 'one\ntwo\nthree');
    assert.equal(plainText('Größe\t✓'), 'Größe\t✓');
  });

  it('indents the continuation lines of a message', () => {
    const line = { date: '2026-11-21T01:02:03.004Z', pod: 'api-1', message: '\u001b[31mError: x\n    at y\u001b[0m\n' };
    assert.equal(logEntry(line), '2026-11-21T01:02:03.004Z [api-1] Error: x\n        at y');
    assert.equal(logEntry(line, { pod: 'api-1' }), '2026-11-21T01:02:03.004Z Error: x\n        at y');
    assert.equal(logEntry({ message: 'bare', date: null, pod: null }), 'bare');
  });

  it('has a header with deployment, filter and time', () => {
    const header = {
      deployment: 'Sales',
      filter: { source: 'dev', container: 'MAIN' },
      time: '01:02',
      truncated: true,
    } as const;
    assert.equal(
      logDocument([{ date: 'd', pod: 'p', message: 'm' }], header, l10n),
      '# Logs of Sales (dev mode, MAIN) at 01:02\n# Older lines are omitted.\n\nd [p] m\n',
    );
    assert.match(
      logDocument([], { ...header, filter: {}, truncated: false }, l10n),
      /\(all sources\).*\n\nNo log lines\.\n$/,
    );
  });
});
