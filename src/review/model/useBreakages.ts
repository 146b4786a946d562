/** The saved queries, tests and dashboards that a change breaks. */

import type { CatalogMessage } from '../../base/errors.ts';
import { isQueryDocument, isTestDocument } from '../../model/documents/documentKind.ts';
import { type MemberMention, type QueryObject, readQueryDocument } from '../../model/documents/queryDocument.ts';
import { readTestDocument } from '../../model/documents/testDocument.ts';
import { LineIndex, type Span } from '../../model/source/range.ts';
import type { Breakage, DocumentReach } from './modelChange.ts';

/** A saved query, a test or a dashboard of the project. `path` is relative to the project folder. */
export interface ReviewUse {
  path: string;
  text: string;
}

interface Mention extends Span {
  /** As written: `orders.created_at.day`. */
  name: string;
  by: Breakage['by'];
}

/** By the cause. `fatesOf` says what became of a name. Each document is listed once for a cause and reason. */
export function useBreakages<Cause>(
  uses: readonly ReviewUse[],
  fatesOf: (name: string) => readonly { cause: Cause; message: CatalogMessage }[],
): Map<Cause, Breakage[]> {
  const found = new Map<Cause, Breakage[]>();
  const known = new Set<string>();
  for (const use of uses) {
    let lines: LineIndex | undefined;
    for (const { name, start, end, by } of mentionsIn(use)) {
      for (const { cause, message } of fatesOf(name)) {
        const key = JSON.stringify([use.path, by.name, message.message]);
        if (known.has(key)) continue;
        known.add(key);
        lines ??= new LineIndex(use.text);
        const place = { file: use.path, range: lines.rangeOf({ start, end }), side: 'after' } as const;
        found.set(cause, [...(found.get(cause) ?? []), { by: { ...by, place }, reason: message.message, message }]);
      }
    }
  }
  return found;
}

/** Where documents use names: members, their granularities, or whole cubes and views. Each document is listed once for a name. */
export function usersOf(uses: readonly ReviewUse[], names: ReadonlySet<string>): ReadonlyMap<string, Breakage['by'][]> {
  const found = new Map<string, Map<string, Breakage['by']>>();
  for (const use of uses) {
    let lines: LineIndex | undefined;
    for (const { name, start, end, by } of mentionsIn(use)) {
      const [owner = '', local = ''] = name.split('.');
      for (const one of new Set([owner, `${owner}.${local}`, name])) {
        if (!names.has(one)) continue;
        const users = found.get(one) ?? new Map<string, Breakage['by']>();
        found.set(one, users);
        const key = `${use.path} ${by.name}`;
        if (users.has(key)) continue;
        lines ??= new LineIndex(use.text);
        users.set(key, { ...by, place: { file: use.path, range: lines.rangeOf({ start, end }), side: 'after' } });
      }
    }
  }
  return new Map([...found].map(([name, users]) => [name, [...users.values()]]));
}

/** Which saved queries and tests use names: members as `cube.member`, or whole cubes and views. */
export class DocumentUsers {
  readonly #byName = new Map<string, Set<string>>();
  readonly #kinds = new Map<string, Breakage['by']['kind']>();

  constructor(uses: readonly ReviewUse[]) {
    for (const use of uses) {
      for (const { name, by } of mentionsIn(use)) {
        const document = by.name === use.path ? use.path : `${use.path} · ${by.name}`;
        this.#kinds.set(document, by.kind);
        const [owner = '', local = ''] = name.split('.');
        for (const one of new Set([owner, `${owner}.${local}`, name])) {
          const known = this.#byName.get(one);
          if (known) known.add(document);
          else this.#byName.set(one, new Set([document]));
        }
      }
    }
  }

  of(names: Iterable<string>): DocumentReach {
    const found = new Set<string>();
    for (const name of names) for (const document of this.#byName.get(name) ?? []) found.add(document);
    const ofKind = (kind: Breakage['by']['kind']) => [...found].filter((one) => this.#kinds.get(one) === kind).sort();
    return { queries: ofKind('query'), tests: ofKind('test') };
  }
}

function mentionsIn({ path, text }: ReviewUse): Mention[] {
  if (isQueryDocument(path)) {
    const { mentions, query } = readQueryDocument(path, text);
    return withGranularities(mentions, query, { kind: 'query', name: path });
  }
  if (isTestDocument(path)) {
    return readTestDocument(path, text).tests.flatMap(({ name, mentions, query }) =>
      withGranularities(mentions, query && 'query' in query ? query.query : undefined, { kind: 'test', name }),
    );
  }
  return dottedNames(text).map((one) => ({ ...one, by: { kind: 'dashboard', name: path } }));
}

/** Names such as `orders.count` in any text. */
export function dottedNames(text: string): (Span & { name: string })[] {
  return [...text.matchAll(/(?<![\w.$-])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+/g)].map(({ 0: name, index }) => ({
    name,
    start: index,
    end: index + name.length,
  }));
}

/** A time dimension has its granularity as another value next to it. */
function withGranularities(
  mentions: readonly MemberMention[],
  query: QueryObject | undefined,
  by: Breakage['by'],
): Mention[] {
  const times = Array.isArray(query?.timeDimensions) ? query.timeDimensions : [];
  return mentions.flatMap(({ name, role, start, end }) => {
    const granularities = times.flatMap((time: unknown) => {
      const { dimension, granularity } = (time ?? {}) as { dimension?: unknown; granularity?: unknown };
      return role === 'timeDimension' && dimension === name && typeof granularity === 'string' ? [granularity] : [];
    });
    return [name, ...granularities.map((one) => `${name}.${one}`)].map((one) => ({ name: one, start, end, by }));
  });
}
