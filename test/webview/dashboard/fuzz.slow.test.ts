import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ActionMessage } from '../../../src/contract/messages/actions.ts';
import { type EmbedEvent, sessionExchangeError } from '../../../src/contract/messages/events.ts';
import { protocolNames } from '../../../src/contract/messages/names.ts';
import { Gate } from '../../../src/webview/dashboard/messages/gate.ts';
import { incomingEntry } from '../../../src/webview/dashboard/messages/logEntry.ts';
import { MessageLog } from '../../../src/webview/dashboard/messages/messageLog.ts';
import { advance } from '../../../src/webview/dashboard/session/embedSession.ts';
import {
  type EmbedSessionState,
  noSession,
  type SessionInput,
} from '../../../src/webview/dashboard/session/sessionState.ts';
import { PathHistory } from '../../../src/webview/dashboard/view/pathHistory.ts';
import { eventRows, hasType, isValidPayload, payloadOf, surfaces } from '../../contract/messages/specTables.ts';
import { testSeed } from '../../run/testSeed.ts';

const origin = 'https://acme.example';
const names = protocolNames();
const megabyte = 1_000_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heapAfterCollection = () => {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
};

/** Numbers from a seed, the same each time. */
function dice(seed: number) {
  let random = seed;
  const below = (limit: number) => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((random / 2_147_483_648) * limit);
  };
  return { below, pick: <T>(items: readonly T[]): T => items[below(items.length)]! };
}

class FakeWindow {
  readonly got: [message: unknown, target: string][] = [];
  postMessage(message: unknown, target: string): void {
    this.got.push([message, target]);
  }
}

/** Gate, session, history and log as the page puts them together, and everything they let happen. */
class Stage {
  readonly frame = new FakeWindow();
  readonly effects: string[] = [];
  readonly history = new PathHistory();
  readonly log = new MessageLog();
  readonly gate = new Gate(
    names,
    origin,
    () => 7,
    (message: ActionMessage) => this.effects.push(`sent ${message.type}`),
  );
  session: EmbedSessionState = noSession;
  #now = 1_800_000_000_000;

  constructor() {
    this.step({ input: 'load', mode: 'signed', branch: null });
    this.step({ input: 'minted', attempt: 1, sessionId: 'first' });
    this.gate.attach(this.frame);
    // Queued until the embedded page is ready. Another window must not send `ready` for it.
    this.gate.send({ name: 'refresh', payload: {} });
    this.effects.length = 0;
  }

  step(input: SessionInput): void {
    this.#now += 1_000;
    const [state, effects] = advance(this.session, input, this.#now);
    this.session = state;
    for (const { effect } of effects) this.effects.push(effect);
  }

  /** The state that the user or the platform can see. */
  get mark(): string {
    return JSON.stringify([this.session, this.gate.ready, this.history.path?.length, this.frame.got.length]);
  }

  receive(message: { source: unknown; origin: string; data: unknown }) {
    const decision = this.gate.receive(message);
    this.log.add(incomingEntry(message.data, decision, this.#now));
    if (decision.kind === 'known') this.#handleEvent(decision.event);
    return decision;
  }

  #handleEvent(event: EmbedEvent): void {
    if (event.name === 'ready') this.step({ input: 'ready', mode: event.payload.mode });
    if (event.name === 'view' || event.name === 'navigate') this.history.visited(event.payload.path);
    if (event.name === 'session-expiring') this.step({ input: 'expiring', ...event.payload });
    if (event.name === 'session-expired') this.step({ input: 'expired', ...event.payload });
    if (event.name === 'error' && event.payload.name === sessionExchangeError)
      this.step({ input: 'exchange-refused', message: event.payload.message });
    const { pending } = this.session;
    if (pending && pending.retryAt === undefined)
      this.step({ input: 'minted', attempt: pending.attempt, sessionId: 'another' });
  }
}

const trap = () => {
  throw new Error('trap');
};

/** Parses a message from the right window and origin by the tables; undefined if it is not an envelope of an event. */
function meaning(data: unknown): { name: string | undefined; sound: boolean } | undefined {
  try {
    const { source, direction, type, payload, timestamp, surface } = data as Record<string, unknown>;
    const isEnvelope =
      source === 'svc-embed' &&
      direction === 'event' &&
      typeof type === 'string' &&
      type !== '' &&
      typeof payload === 'object' &&
      payload !== null &&
      !Array.isArray(payload) &&
      hasType('number', timestamp) &&
      hasType(surfaces, surface);
    if (!isEnvelope) return undefined;
    const name = /^svc:event:(.+)$/.exec(type)?.[1];
    if (name === undefined || !Object.hasOwn(eventRows, name)) return { name: undefined, sound: false };
    return { name, sound: isSound(name, payload) };
  } catch {
    return undefined;
  }
}

/** False for a value that throws when it is read; no window can send one. */
function isSound(name: string, payload: unknown): boolean {
  try {
    return isValidPayload(name, payload);
  } catch {
    return false;
  }
}

/** Values that no table asks for, fresh each time; what can be cloned is cloned, and what can be transferred is, as by a window. */
function hostileValues({ below, pick }: ReturnType<typeof dice>): (() => unknown)[] {
  const cyclic = () => {
    const value: Record<string, unknown> = { path: '/cyclic', message: 'x' };
    value.self = value;
    value.value = [value, new Map([[value, value]])];
    return value;
  };
  const deep = () => {
    let value: Record<string, unknown> = { path: '/deep' };
    for (let level = 0; level < 500; level += 1) value = { path: '/deep', down: value };
    return value;
  };
  const transferred = () => {
    const buffer = new ArrayBuffer(1_000);
    structuredClone(buffer, { transfer: [buffer] });
    return buffer;
  };
  return [
    cyclic,
    deep,
    transferred,
    () => JSON.parse('{"__proto__":{"polluted":true,"path":"/p"},"path":"/p","message":"m"}'),
    () => JSON.parse('{"constructor":{"prototype":{"polluted":true}},"path":"/c"}'),
    () => Object.create({ path: '/lent', message: 'lent' }),
    () => Object.assign(Object.create(null), { path: '/bare' }),
    () => new Uint8Array(below(1_000)),
    () => new ArrayBuffer(64),
    () => new SharedArrayBuffer(64),
    () => new Map([['path', '/m']]),
    () => new Set(['path']),
    () => new Date(pick([0, Number.NaN])),
    () => /(a+)+$/,
    () => new Error('no'),
    () => new Proxy({}, { get: trap, ownKeys: trap, getOwnPropertyDescriptor: trap }),
    () => ({
      get path(): string {
        return trap();
      },
    }),
    () => 10n,
    () => Symbol('x'),
    () => () => 'function',
    () => [1, 2, 3],
    () => new Array(10_000).fill({ path: '/' }),
    () => null,
    () => undefined,
    () => Number.NaN,
    () => Number.POSITIVE_INFINITY,
    () => '__proto__',
    () => 'constructor',
    () => '<img src=x onerror=alert(1)>',
  ];
}

describe('10,000 messages of every kind', () => {
  /** Rounds of the fuzz on one stage. @returns how many events were heard */
  function fuzz(stage: Stage, rounds: number, seed: number): number {
    const chance = dice(seed);
    const { below, pick } = chance;
    const hostile = hostileValues(chance);
    // Most are right in each respect, so that every rule is reached; a fresh text of ten million characters now and then.
    const mostly = <T>(right: T, wrong: readonly T[]): T => (below(6) > 0 ? right : pick(wrong));
    const large = () => String.fromCharCode(97 + below(26)).repeat(10 * megabyte) + below(10);
    const other = new FakeWindow();
    const { port1, port2 } = new MessageChannel();
    let heard = 0;
    for (let round = 0; round < rounds; round += 1) {
      const name = pick([...Object.keys(eventRows), 'noise', '__proto__', 'toString']);
      const sound = Object.hasOwn(eventRows, name)
        ? payloadOf(name, pick(['every field', 'required fields'] as const))
        : {};
      const payload = pick<() => unknown>([
        () => sound,
        () => sound,
        () => sound,
        // One field is something else, or a text as large as a window may send.
        () => ({ ...sound, [pick(Object.keys(sound)) ?? 'path']: pick(hostile)() }),
        () => ({ ...sound, extra: pick(hostile)() }),
        () =>
          below(40) === 0 ? { ...sound, path: large(), message: large(), member: large(), context: large() } : sound,
        pick(hostile),
      ])();
      const message = {
        source: mostly<unknown>('svc-embed', ['svc-embed ', 'SVC-EMBED', 'other', undefined, 1, {}, pick(hostile)()]),
        direction: mostly<unknown>('event', ['action', 'EVENT', undefined, ['event'], pick(hostile)()]),
        type: mostly<unknown>(`svc:event:${name}`, ['svc:action:refresh', 'ready', '', 7, pick(hostile)()]),
        payload,
        timestamp: mostly<unknown>(1_800_000_000_000, [Number.NaN, '1', undefined, 1n, new Date()]),
        surface: mostly<unknown>(pick(surfaces), ['workbook', undefined, null, {}]),
      };
      if (below(200) === 0) message[pick(['source', 'direction', 'type', 'surface'] as const)] = large();
      let data: unknown = below(20) === 0 ? pick([...hostile, () => port1, large])() : message;
      try {
        data = structuredClone(data);
      } catch {
        // The gate also receives values that no window could send.
      }
      const source = mostly<unknown>(stage.frame, [other, null, undefined, {}, globalThis, port2]);
      const from = mostly(origin, ['https://evil.example', 'null', '', '*', `${origin}.evil.example`, `${origin}:443`]);
      const meant = source === stage.frame && from === origin ? meaning(data) : undefined;
      const before = stage.mark;
      stage.effects.length = 0;
      const where = `TEST_SEED=${seed}, round ${round}`;
      const decision = stage.receive({ source, origin: from, data });
      if (!meant) assert.equal(decision.kind, 'ignored', where);
      else if (!meant.name) assert.equal(decision.kind, 'unknown', where);
      else if (!meant.sound) assert.equal(decision.kind, 'ignored', where);
      else {
        assert.ok(decision.kind === 'known' && decision.event.name === meant.name, where);
        heard += 1;
      }
      if (decision.kind !== 'known') {
        assert.deepEqual([stage.effects, stage.mark], [[], before], `${where}: it had an effect`);
      }
      for (const [, target] of stage.frame.got) assert.equal(target, origin);
      stage.frame.got.length = 0;
      assert.equal(other.got.length, 0);
    }
    port1.close();
    return heard;
  }

  it('have only allowed effects, throw nothing and do not grow the memory', () => {
    const seed = testSeed();
    const empty = heapAfterCollection();
    const stage = new Stage();
    /** The state without the log, whose size depends on its messages. */
    const heldBeside = () => {
      stage.log.clear();
      return heapAfterCollection();
    };
    fuzz(stage, 6_000, seed + 1);
    const counted = stage.gate.counts.accepted + stage.gate.counts.unknown + stage.gate.counts.ignored;
    assert.equal(counted, 6_000);
    const before = heldBeside();
    const heard = fuzz(stage, 10_000, seed);
    const held = (heapAfterCollection() - empty) / megabyte;
    assert.ok(stage.log.characters <= 4 * megabyte);
    const grown = (heldBeside() - before) / megabyte;
    const { accepted, unknown, ignored, reasons } = stage.gate.counts;
    assert.equal(accepted + unknown + ignored, 16_000, `TEST_SEED=${seed}`);
    assert.ok(heard > 500 && unknown > 50, `enough get through that each rule is tried: ${heard}, ${unknown}`);
    for (const reason of [
      'window',
      'origin',
      'source',
      'direction',
      'type',
      'payload',
      'timestamp',
      'surface',
    ] as const)
      assert.ok((reasons.get(reason) ?? 0) > 50, `${reason}: ${reasons.get(reason)}`);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    // The log holds at most four million characters. One message alone may have ten million.
    assert.ok(held < 20, `${held.toFixed(1)} MB are held after 16,000 messages, TEST_SEED=${seed}`);
    assert.ok(grown < 0.6, `${grown.toFixed(1)} MB more after 10,000 messages, TEST_SEED=${seed}`);
  });
});
