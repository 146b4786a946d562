import assert from 'node:assert/strict';
import { releaseNotes } from './releaseNotes.ts';

const changelog =
  '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0 (2026-12-01)\n\n### Sync\n\n- First.\n\n## 0.2.01\n\n- No.\n';

describe('release notes', () => {
  it('are the section of the version, or that of unreleased changes', () => {
    assert.deepEqual(releaseNotes(changelog, '0.2.0'), { text: '### Sync\n\n- First.\n', unreleased: false });
    assert.deepEqual(releaseNotes(changelog, '0.4.0'), { text: '- New.\n', unreleased: true });
  });
});
