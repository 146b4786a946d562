import assert from 'node:assert/strict';
import { Pace } from '../../../src/platform/http/pace.ts';

function paceOf(max: number): Pace {
  const pace = new Pace();
  pace.max = max;
  return pace;
}

/** Plays rounds in which each answer takes the time that `server` says for this many parallel requests. @returns the sizes */
function play(pace: Pace, rounds: number, server: (parallel: number) => number): number[] {
  return Array.from({ length: rounds }, () => {
    const { size, round } = pace;
    for (let sent = 0; sent < size; sent += 1) pace.answered(round, server(size));
    return pace.size;
  });
}

describe('the number of parallel bulk requests', () => {
  it('starts with 16 and doubles up to the maximum while the answers stay as quick', () => {
    const pace = paceOf(100);
    assert.equal(pace.size, 16);
    assert.deepEqual(
      play(pace, 4, () => 50),
      [32, 64, 100, 100],
    );
  });

  it('never exceeds what the connection can carry, also when that becomes less', () => {
    assert.equal(paceOf(3).size, 3);
    assert.equal(paceOf(0).size, 1);
    const pace = paceOf(64);
    play(pace, 5, () => 50);
    pace.max = 8;
    assert.equal(pace.size, 8);
  });

  it('settles where the server is busy, before its answers take a third longer', () => {
    // This server processes one request in a millisecond; the way to it takes 50 ms.
    const server = (parallel: number) => Math.max(50, parallel);
    const pace = paceOf(256);
    const sizes = play(pace, 1_000, server).slice(20);
    assert.ok(Math.max(...sizes) <= (50 * 4) / 3, `${sizes}`);
    assert.ok(sizes.filter((size) => size >= 45).length > sizes.length * 0.95, `${sizes}`);
  });

  it('shrinks while the answers are slow, but not below 16', () => {
    const pace = paceOf(64);
    play(pace, 3, () => 50);
    assert.deepEqual(
      play(pace, 6, () => 100),
      [48, 36, 27, 20, 16, 16],
    );
  });

  it('accepts a slower network after some time', () => {
    const pace = paceOf(64);
    play(pace, 3, () => 50);
    assert.equal(play(pace, 12, () => 100).at(-1), 16);
    assert.equal(play(pace, 80, () => 100).at(-1), 64);
  });

  it('is halved once for the refusals of one round, down to one', () => {
    const pace = paceOf(64);
    play(pace, 3, () => 50);
    const { round } = pace;
    for (let refusal = 0; refusal < 10; refusal += 1) pace.overloaded(round);
    assert.equal(pace.size, 32);
    for (let times = 0; times < 10; times += 1) pace.overloaded(pace.round);
    assert.equal(pace.size, 1);
  });

  it('grows slowly after it was too much', () => {
    const pace = paceOf(64);
    play(pace, 3, () => 50);
    pace.overloaded(pace.round);
    assert.deepEqual(
      play(pace, 3, () => 50),
      [36, 41, 47],
    );
  });

  it('ignores answers to requests of earlier rounds', () => {
    const pace = paceOf(64);
    const { round } = pace;
    play(pace, 1, () => 50);
    for (let late = 0; late < 100; late += 1) pace.answered(round, 5_000);
    assert.equal(pace.size, 32);
  });
});
