import assert from 'node:assert/strict';
import { buildAppearance, isBuildRunning } from '../../../src/ui/deployments/buildAppearance.ts';
import { plainLocalizer as l10n } from '../../../src/ui/shell/localizer.ts';

describe('buildAppearance', () => {
  it('labels each phase and treats an unknown phase as running', () => {
    const label = (status: string, errorText?: string) => buildAppearance({ status, errorText }, l10n).label;
    assert.equal(label('built'), 'built');
    assert.equal(label('failed', 'orders cube'), 'build failed');
    assert.equal(label('warmup'), 'warming up');
    assert.equal(label('queued_for_pods'), 'queued for pods');
    assert.ok(isBuildRunning({ status: 'queued_for_pods' }));
    assert.ok(!isBuildRunning({ status: 'dev_mode' }));
  });

  it('does not show an inactive branch, which reports “building” without end, as building', () => {
    assert.equal(buildAppearance({ status: 'building', errorText: 'Branch is not active' }, l10n).label, 'not running');
    assert.ok(!isBuildRunning({ status: 'building', errorText: 'Bad branch' }));
    assert.ok(isBuildRunning({ status: 'building' }));
  });
});
