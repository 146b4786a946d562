import assert from 'node:assert/strict';
import {
  commitWarning,
  deletionWarning,
  mergeWarning,
  type Promotion,
  parentCommitWarning,
  parentMergeWarning,
  pendingChangesWarning,
} from '../../../src/ui/branches/promotionMessages.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const promotion: Promotion = {
  deployment: 'Shop',
  branchName: 'dev-kim',
  parent: 'main',
  production: 'main',
  buildsProduction: true,
  isLocal: false,
};

describe('confirmation of a commit or merge', () => {
  it('names the deployment, the branch and the production branch', () => {
    const { message, detail } = commitWarning(promotion, plainLocalizer);
    assert.equal(message, 'Commit dev-kim directly to production?');
    assert.match(
      detail,
      /dev-kim was forked from main, the production branch of “Shop”\. The commit goes directly to main\./,
    );
    assert.match(detail, /main is rebuilt, and all users of “Shop” get the result\./);
    assert.match(detail, /once for each dev branch/);
  });

  it('says that a merge rebuilds production and deletes the branch unless it is kept', () => {
    const { message, detail } = mergeWarning({ ...promotion, parent: 'shared' }, plainLocalizer);
    assert.equal(message, 'Merge dev-kim to production?');
    assert.match(detail, /merged into main, the production branch of “Shop”/);
    assert.match(detail, /main is rebuilt/);
    assert.match(detail, /dev-kim is deleted afterwards unless you keep it\./);
  });

  it('speaks of no other users and of the git repository for an emulator on this machine', () => {
    const local = { ...promotion, isLocal: true };
    for (const warning of [commitWarning, mergeWarning]) {
      const { detail } = warning(local, plainLocalizer);
      assert.match(detail, /main is rebuilt in the emulator on this machine\. Your git repository does not change\./);
      assert.doesNotMatch(detail, /users/);
    }
    for (const warning of [parentCommitWarning, parentMergeWarning]) {
      const { detail } = warning({ ...local, parent: 'shared' }, plainLocalizer);
      assert.match(detail, /shared gets the changes on dev-kim, in the emulator on this machine only\./);
      assert.doesNotMatch(detail, /Everyone/);
    }
  });

  it('mentions no build for a deployment that is deployed by uploads', () => {
    for (const warning of [commitWarning, mergeWarning]) {
      const { detail } = warning({ ...promotion, buildsProduction: false }, plainLocalizer);
      assert.doesNotMatch(detail, /rebuilt/);
      assert.match(detail, /is deployed by uploads/);
    }
  });

  it('does not mention production when a shared branch is the target', () => {
    const { message, detail } = parentMergeWarning({ ...promotion, parent: 'shared' }, plainLocalizer);
    assert.equal(message, 'Merge dev-kim into shared?');
    assert.doesNotMatch(detail, /production/);
  });
});

describe('confirmation of a deletion', () => {
  it('names the new parent of child branches and says that dev mode ends', () => {
    const { detail } = deletionWarning(
      { deployment: 'Shop', branchName: 'shared', parent: 'main', children: ['a', 'b'], open: true },
      plainLocalizer,
    );
    assert.match(detail, /main becomes the parent of the branches forked from it: a, b\./);
    assert.match(detail, /ends dev mode/);
  });

  it('does not mention child branches if there are none', () => {
    const { detail } = deletionWarning(
      { deployment: 'Shop', branchName: 'shared', parent: 'main', children: [], open: false },
      plainLocalizer,
    );
    assert.equal(detail, 'Changes that are not merged are lost on the platform. Files on this machine do not change.');
  });
});

describe('warning about changes that are not on the branch', () => {
  it('groups the files by reason', () => {
    const { message, detail } = pendingChangesWarning(
      {
        branchName: 'dev-kim',
        unsaved: ['model/a.yml'],
        unpushed: ['model/b.yml'],
        conflicts: Array.from({ length: 8 }, (_, index) => `model/c${index}.yml`),
      },
      plainLocalizer,
    );
    assert.equal(message, 'Some of your changes are not on dev-kim yet.');
    assert.equal(
      detail,
      [
        'Not saved:\nmodel/a.yml',
        'Not pushed:\nmodel/b.yml',
        'In conflict with the branch:\nmodel/c0.yml\nmodel/c1.yml\nmodel/c2.yml\nmodel/c3.yml\nmodel/c4.yml\nmodel/c5.yml\n… and 2 more',
        'Only changes on the branch are included.',
      ].join('\n\n'),
    );
  });
});
