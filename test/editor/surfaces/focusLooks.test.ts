import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event.ts';
import { FocusLooks } from '../../../src/ui/focusLooks.ts';
import { FollowedFolder } from './followedFolder.ts';

describe('a window that the person comes back to', () => {
  it('compares what it follows: once, not while it works, and not for a glance aside', () => {
    const folder = new FollowedFolder();
    const focus = new Emitter<{ focused: boolean }>();
    let now = 0;
    let looks = 0;
    Object.assign(folder.engine, {
      refresh: async () => {
        looks += 1;
      },
    });
    const surface = new FocusLooks(folder.app, focus.event as never, () => now);
    folder.follow();
    const comeBack = (after: number) => {
      now += after;
      focus.fire({ focused: false });
      focus.fire({ focused: true });
    };
    comeBack(1_000);
    assert.equal(looks, 0, 'it was looked at just now');
    comeBack(60_000);
    assert.equal(looks, 1);
    comeBack(1_000);
    assert.equal(looks, 1, 'a glance aside');
    folder.state.update((state) => ({ ...state, phase: 'pushing' }));
    comeBack(60_000);
    assert.equal(looks, 1, 'it is at work');
    folder.state.update((state) => ({ ...state, phase: 'halted' }));
    comeBack(0);
    assert.equal(looks, 2);
    folder.sync.set(undefined);
    comeBack(60_000);
    assert.equal(looks, 2, 'nothing is followed');
    surface.dispose();
  });
});
