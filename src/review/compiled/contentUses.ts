/**
 * Uses of public names in content of the platform: reports, dashboards and notifications. Their records have fields that no
 * specification names, so every text in them is searched for names.
 */

import type { CatalogMessage } from '../../base/errors.ts';
import type { Breakage, ModelChange, User } from '../model/modelChange.ts';
import { reviewTexts } from '../model/reviewTexts.ts';
import { dottedNames } from '../model/useBreakages.ts';
import { type CompiledReview, type ConsumerChange, consumerMessage } from './compiledReview.ts';

export interface ContentItem extends Pick<User, 'name' | 'content'> {
  kind: 'report' | 'dashboard' | 'notification';
  /** What is searched. */
  record: unknown;
  /** It may belong to another deployment with the same names. */
  mayBeElsewhere?: boolean;
}

export interface ReadContent {
  items: readonly ContentItem[];
  /** What was not read, and why. */
  notRead: readonly CatalogMessage[];
  /** A list could not be read, or not in time. */
  failed?: true;
}

/** The limits of one record; a longer one is searched in part. */
const maxCharacters = 2_000_000;
const maxValues = 200_000;

interface Compared {
  compiled: CompiledReview;
  model: readonly ModelChange[];
}

/** Adds what the content uses of the names that are gone or have another type, and what breaks by it. */
export function withContentUses<Review extends Compared>(review: Review, { items, notRead }: ReadContent): Review {
  const { compiled } = review;
  const names = new Set(compiled.consumers.map(({ name }) => name));
  const users = new Map<string, User[]>();
  let elsewhere = 0;
  let cut = 0;
  for (const { kind, name, content, record, mayBeElsewhere } of items) {
    const found = namesIn(record);
    if (found.isCut) cut += 1;
    const used = [...names].filter((one) => found.names.has(one));
    if (used.length === 0) continue;
    if (mayBeElsewhere) {
      elsewhere += 1;
      continue;
    }
    const user: User = { kind, name, ...(content && { content }) };
    for (const one of used) users.set(one, [...(users.get(one) ?? []), user]);
  }
  const breaking = new Map(
    compiled.consumers.map((one) => [one, (users.get(one.name) ?? []).map((by) => breakageOf(one, by))]),
  );
  const ownChange = ({ name }: ConsumerChange) =>
    review.model.find((change) => change.name === name || change.previousName === name);
  const breakagesOf = (change: ModelChange) =>
    [...breaking].flatMap(([one, breakages]) => (ownChange(one) === change ? breakages : []));
  const { message } = reviewTexts;
  return {
    ...review,
    model: review.model.map((change) => {
      const more = breakagesOf(change);
      return more.length > 0 ? { ...change, breaking: [...change.breaking, ...more] } : change;
    }),
    compiled: {
      ...compiled,
      consumers: compiled.consumers.map((one) => ({
        ...one,
        uses: [...(one.uses ?? []), ...(users.get(one.name) ?? [])],
      })),
      // Names that only the compiled models have.
      failing: [...compiled.failing, ...[...breaking].flatMap(([one, breakages]) => (ownChange(one) ? [] : breakages))],
      contentNotRead: [
        ...notRead,
        ...(elsewhere > 0 ? [message('notifications-elsewhere', [elsewhere])] : []),
        ...(cut > 0 ? [message('content-too-large', [cut])] : []),
      ],
    },
  };
}

function breakageOf(one: ConsumerChange, by: User): Breakage {
  const message = consumerMessage(one);
  return { by, reason: message.message, message };
}

/** What may be names of members, of their granularities, and of the cubes and views around them. */
export function namesIn(record: unknown): { names: ReadonlySet<string>; isCut: boolean } {
  const found = new Set<string>();
  const waiting: unknown[] = [record];
  let characters = 0;
  let values = 0;
  const search = (text: string) => {
    characters += text.length;
    if (characters > maxCharacters) return;
    for (const { name } of dottedNames(text)) {
      const [owner = '', local = ''] = name.split('.');
      found.add(owner).add(`${owner}.${local}`).add(name);
    }
  };
  while (waiting.length > 0) {
    values += 1;
    if (values > maxValues || characters > maxCharacters) return { names: found, isCut: true };
    const value = waiting.pop();
    if (typeof value === 'string') search(value);
    else if (Array.isArray(value)) for (const one of value.slice(0, maxValues)) waiting.push(one);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) {
        search(key);
        waiting.push(one);
      }
    }
  }
  return { names: found, isCut: characters > maxCharacters };
}
