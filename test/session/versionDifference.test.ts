import assert from 'node:assert/strict';
import { nothingSaved } from '../../src/session/savedChanges.ts';
import { versionDifference } from '../../src/session/versionDifference.ts';
import type { Plan } from '../../src/sync/plan/planTypes.ts';

const entries = (...paths: string[]) => paths.map((path) => ({ path }));
const withPlan = (plan: Record<'conflicts' | 'pushes' | 'pulls', { path: string }[]>) => ({
  ...nothingSaved,
  sync: { ...nothingSaved.sync, plan: plan as unknown as Plan },
});

describe('the difference between the model in the editor and that of its branch', () => {
  it('is none for equal files, also before the first comparison', () => {
    assert.equal(versionDifference(nothingSaved, [], 'model'), undefined);
    assert.equal(versionDifference(withPlan({ conflicts: [], pushes: [], pulls: [] }), [], 'model'), undefined);
  });

  it('names each model file once, under what concerns it first', () => {
    const plan = {
      conflicts: entries('model/a.yml', 'model/b.yml'),
      pushes: entries('model/c.js', 'cube.js'),
      pulls: entries('model/d.jinja'),
    };
    assert.deepEqual(versionDifference(withPlan(plan), ['model/a.yml', 'model/c.js'], 'model'), {
      unsaved: ['model/a.yml', 'model/c.js'],
      conflicts: ['model/b.yml'],
      unpushed: ['cube.js'],
      unpulled: ['model/d.jinja'],
    });
  });

  it('leaves out files that the platform does not compile, such as queries and tests', () => {
    const plan = { conflicts: [], pushes: entries('sales.query.yml', 'README.md'), pulls: entries('sales.test.yml') };
    assert.equal(versionDifference(withPlan(plan), ['sales.query.yml'], 'model'), undefined);
  });
});
