import assert from 'node:assert/strict';
import { syncLogText, syncResultText } from '../../../src/ui/dbt/syncTexts.ts';
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

describe('syncResultText', () => {
  it('has what the platform says, and nothing for what it leaves out', () => {
    const time = (stamp: string) => `at ${stamp}`;
    const stats = { models: 4, sources: 0, macros: null };
    const result = { cubeCount: 2, manifestStats: stats, completedAt: 'ten', durationMs: 1_500 };
    const generatedFiles = [{ path: 'model/cubes/a.yml' }, { path: 'model/cubes/b.yml\nnot a file' }];
    assert.deepEqual(syncResultText('Result', { ...result, generatedFiles }, plainLocalizer, time).split('\n'), [
      '# Result',
      '',
      'Completed: at ten',
      'Duration: 1.5 s',
      'Cubes: 2',
      'Models in the manifest: 4',
      'Sources in the manifest: 0',
      'Generated files: 2',
      '    model/cubes/a.yml',
      '    model/cubes/b.yml not a file',
      '',
    ]);
    assert.equal(syncResultText('Result', {}, plainLocalizer, time), '# Result\n\nGenerated files: 0\n');
  });
});
