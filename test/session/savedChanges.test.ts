import assert from 'node:assert/strict';
import {
  afterEvent,
  isPushing,
  nothingSaved,
  outcomeOf,
  type SavedChanges,
  type SaveEvent,
  type SaveOutcome,
  type SaveStep,
  stepOf,
} from '../../src/session/savedChanges.ts';
import type { Conflict, Plan } from '../../src/sync/plan/planTypes.ts';

const unreachable = Object.assign(new Error('acme.example.com does not answer.'), { kind: 'timeout' });
const refused = Object.assign(new Error('acme.example.com does not allow this.'), { kind: 'forbidden' });
const notFound = Object.assign(new Error('Not found (404).'), { kind: 'not-found' });
const conflict = { kind: 'conflict', path: 'model/orders.yml' } as Conflict;
const synced = (sync: Partial<SavedChanges['sync']>): SaveEvent => ({
  type: 'synced',
  sync: { phase: 'idle', local: 0, remote: 0, conflicts: [], ...sync },
});

/** Short names of the events. A validation answers the latest request, `late …` the one before. */
const named: Record<string, (state: SavedChanges) => SaveEvent> = {
  save: () => ({ type: 'saved' }),
  push: () => ({ type: 'push begun' }),
  accept: () => ({ type: 'push accepted' }),
  end: () => ({ type: 'push ended', halted: false }),
  halt: () => ({ type: 'push ended', halted: true }),
  'lose connection': () => ({ type: 'push failed', failure: unreachable }),
  refuse: () => ({ type: 'push failed', failure: refused }),
  validate: () => ({ type: 'validation begun' }),
  valid: ({ generation }) => ({ type: 'validated', generation, valid: true }),
  invalid: ({ generation }) => ({ type: 'validated', generation, valid: false }),
  'late valid': ({ generation }) => ({ type: 'validated', generation: generation - 1, valid: true }),
  'validation fails': ({ generation }) => ({ type: 'validation failed', generation, failure: refused }),
  'validation cancelled': ({ generation }) => ({ type: 'validation failed', generation }),
  withdraw: () => ({ type: 'validation withdrawn' }),
  'build runs': () => ({ type: 'build read', status: { status: 'building' } }),
  built: () => ({ type: 'build ended', status: { status: 'built' } }),
  'build fails': () => ({ type: 'build ended', status: { status: 'failed', errorText: 'no pods' } }),
  'build lost': () => ({ type: 'build failed', failure: unreachable }),
  conflict: () => synced({ conflicts: [conflict], plan: {} as Plan }),
  compared: () => synced({ plan: {} as Plan }),
  'comparison offline': () => synced({ phase: 'offline', failure: unreachable }),
  'comparison 404': () => synced({ failure: notFound }),
  gone: () => ({ type: 'branch gone', parent: 'main' }),
  unfollow: () => ({ type: 'unfollowed' }),
};

function stateAfter(names: string): SavedChanges {
  return names
    .split(', ')
    .filter((name) => name !== '')
    .reduce((state, name) => afterEvent(state, named[name]!(state)), nothingSaved);
}

const pushed = 'save, push, accept, end';
const valid = `${pushed}, validate, valid`;

describe('the state of saved changes', () => {
  const steps: readonly [events: string, step: SaveStep][] = [
    ['', 'unchanged'],
    ['save', 'saved'],
    ['save, push', 'pushing'],
    ['save, push, accept', 'pushed'],
    ['save, push, accept, validate', 'validating'],
    [pushed, 'pushed'],
    [`${pushed}, validate`, 'validating'],
    [`${pushed}, validate, invalid`, 'invalid'],
    [`${pushed}, validate, invalid, built`, 'invalid'],
    [valid, 'building'],
    [`${valid}, build runs`, 'building'],
    [`${valid}, built`, 'built'],
    [`${pushed}, built, validate, valid`, 'built'],
    [`${valid}, build fails`, 'failed'],
    [`${valid}, build lost`, 'offline'],
    ['validate, valid', 'valid'],
    // Settings without a validation.
    [`${pushed}, withdraw`, 'building'],
    [`${pushed}, withdraw, built`, 'built'],
    // A save during a push.
    ['save, push, save', 'pushing'],
    ['save, push, accept, save', 'saved'],
    ['save, push, save, accept, end', 'saved'],
    ['save, push, save, accept, end, push, accept, end', 'pushed'],
    // An answer about older files.
    [`${pushed}, validate, save, push, valid`, 'pushing'],
    [`${pushed}, validate, save, push, accept, end, late valid`, 'pushed'],
    [`${pushed}, validate, validate, late valid`, 'validating'],
    // Nothing to push: the answer before the save is not the last one any more.
    [`${pushed}, validate, save, push, end`, 'pushed'],
    ['save, push, refuse', 'failed'],
    ['save, push, refuse, validate, valid', 'failed'],
    [`save, push, refuse, ${valid}`, 'building'],
    [`${pushed}, validate, validation fails`, 'failed'],
    [`${pushed}, validate, validation cancelled`, 'building'],
    ['save, push, lose connection', 'offline'],
    ['save, push, lose connection, push', 'pushing'],
    [`save, push, lose connection, push, accept, end`, 'pushed'],
    ['comparison offline', 'offline'],
    ['comparison offline, compared', 'unchanged'],
    ['save, push, halt', 'failed'],
    ['save, push, halt, conflict', 'conflict'],
    ['conflict', 'conflict'],
    ['conflict, compared', 'unchanged'],
    [`${valid}, built, gone`, 'branch gone'],
    ['gone, save, push, lose connection', 'branch gone'],
    ['gone, comparison 404', 'branch gone'],
    ['gone, compared', 'unchanged'],
    ['gone, accept', 'pushed'],
    [`${valid}, built, unfollow`, 'unchanged'],
  ];
  for (const [events, step] of steps)
    it(`${events || 'nothing'} → ${step}`, () => assert.equal(stepOf(stateAfter(events)), step));

  it('grows with everything that outdates an answer', () => {
    for (const name of ['save', 'accept', 'validate', 'halt', 'withdraw', 'gone', 'unfollow']) {
      const before = stateAfter(valid);
      assert.ok(afterEvent(before, named[name]!(before)).generation > before.generation, name);
    }
  });

  it('knows whether saved files are on their way', () => {
    for (const events of ['save', 'save, push', 'save, push, accept', 'save, push, save']) {
      assert.ok(isPushing(stateAfter(events)), events);
    }
    for (const events of ['', pushed, 'save, push, refuse', 'save, push, halt'])
      assert.ok(!isPushing(stateAfter(events)), events);
  });
});

describe('what a push means for what shows the branch', () => {
  const refresh: SaveOutcome = { kind: 'refresh' };
  const outcomes: readonly [events: string, outcome: SaveOutcome | undefined][] = [
    ['', undefined],
    // Nothing was pushed, so the branch answers as before.
    ['validate, valid', undefined],
    ['validate, invalid', undefined],
    [pushed, undefined],
    [valid, undefined],
    [`${pushed}, built`, undefined],
    [`${valid}, built`, refresh],
    ['save, push, accept, built, validate, valid', refresh],
    [`${pushed}, withdraw, built`, refresh],
    [`${valid}, built, save, push, accept`, undefined],
    [`${pushed}, built, validate, invalid`, { kind: 'stale', reason: { why: 'invalid' } }],
    [`${valid}, build fails`, { kind: 'stale', reason: { why: 'build', detail: 'no pods' } }],
    [`${valid}, build lost`, { kind: 'stale', reason: { why: 'unknown', failure: unreachable } }],
    ['save, push, refuse', { kind: 'stale', reason: { why: 'unknown', failure: refused } }],
    [`${valid}, built, gone`, { kind: 'stale', reason: { why: 'gone' } }],
  ];
  for (const [events, outcome] of outcomes) {
    it(`${events || 'nothing'} → ${outcome?.kind ?? 'not known'}`, () =>
      assert.deepEqual(outcomeOf(stateAfter(events)), outcome));
  }
});
