import assert from 'node:assert/strict';
import { syncLogText } from '../../../src/ui/dbt/syncTexts.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

describe('syncLogText', () => {
  const timestamp = '2026-05-04T10:11:12.000Z';

  it('has a section for each phase, with its duration once it has ended', () => {
    const text = syncLogText(
      'Log of a sync',
      [
        { timestamp, level: 'info', message: 'Start', phase: 'INITIALIZING', durationMs: 1_234 },
        { timestamp, level: 'warning', message: '\u001b[33mLeft out\u001b[0m\nsecond line', phase: 'INITIALIZING' },
        { timestamp, message: 'Convert', phase: 'SOME_NEW_PHASE', durationMs: null },
      ],
      plainLocalizer,
    );
    assert.deepEqual(text.split('\n'), [
      '# Log of a sync',
      '',
      '# Initializing · 1.2 s',
      `${timestamp} INFO  Start`,
      `${timestamp} WARNING Left out`,
      '    second line',
      '',
      '# Some new phase',
      `${timestamp} INFO  Convert`,
      '',
    ]);
  });

  it('says that there are no lines', () => {
    assert.match(syncLogText('Log', [], plainLocalizer), /No log lines\./);
  });
});
