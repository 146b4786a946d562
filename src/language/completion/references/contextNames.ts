/** The names that the compiler defines in SQL, and what follows them. */

import type { ModelIndex } from '../../../model/index/modelIndex.ts';
import type { Candidate } from './candidate.ts';
import { placeholder } from './patch.ts';

const notes: Readonly<Record<string, string>> = {
  FILTER_PARAMS:
    "The filters of the query: `FILTER_PARAMS.cube.member.filter('column')` becomes a condition on the column.",
  FILTER_GROUP: 'Combines several `FILTER_PARAMS` as the query combines its filters: `FILTER_GROUP(…, …)`.',
  SECURITY_CONTEXT:
    'The security context of the user who sends the query. `.filter(…)` becomes a condition on a column.',
  SQL_UTILS: 'Functions for SQL in the dialect of the data source.',
  COMPILE_CONTEXT: 'The context that the model is compiled for.',
};

const functions: Readonly<Record<string, string>> = {
  filter: 'A condition on the column, or `1 = 1` if there is no value.',
  requiredFilter: 'A condition on the column; the query fails if there is no value.',
  unsafeValue: 'The value itself. It is not escaped: do not write it into SQL.',
  convertTz: 'Converts a time to the time zone of the query.',
};

export function isContextName(name: string): boolean {
  return Object.hasOwn(notes, name);
}

/** In conditions and values of access policies. */
export function securityNames(index: ModelIndex, before: readonly string[]): Candidate[] {
  if (before.length > 0) return usedAttributes(index, before);
  return ['securityContext', 'security_context'].map((name, rank) => ({
    label: name,
    text: name,
    isOpen: true,
    rank,
    kind: 6,
    detail: 'security context of the query',
  }));
}

/** The names themselves. */
export function contextCandidates(rank: number): Candidate[] {
  return Object.entries(notes).map(([name, note], i) => ({
    label: name,
    text: name,
    isOpen: true,
    rank: rank + i / 10,
    kind: 6,
    detail: 'defined by the compiler',
    note,
  }));
}

function functionCandidate(name: string, quote: string): Candidate {
  const argument = name === 'unsafeValue' ? '' : name === 'convertTz' ? '$1' : `${quote}$1${quote}`;
  return {
    label: name,
    text: `${name}(${argument})$0`,
    isSnippet: true,
    rank: 0,
    kind: 3,
    detail: 'function',
    note: functions[name]!,
  };
}

/** The names that follow `names`, which start with a name of the compiler; undefined if members of a cube follow. */
export function afterContext(index: ModelIndex, names: readonly string[], quote: string): Candidate[] | undefined {
  const [first, ...rest] = names;
  if (first === 'FILTER_PARAMS')
    return rest.length < 2 ? undefined : rest.length === 2 ? [functionCandidate('filter', quote)] : [];
  if (first === 'SQL_UTILS') return rest.length === 0 ? [functionCandidate('convertTz', quote)] : [];
  if (first === 'COMPILE_CONTEXT' && rest.length === 0)
    return [
      { label: 'securityContext', text: 'securityContext', isOpen: true, rank: 0, kind: 6, detail: 'security context' },
    ];
  if (first === 'FILTER_GROUP') return [];
  const attributes = usedAttributes(index, names);
  return first === 'SECURITY_CONTEXT' && rest.length > 0
    ? [...attributes, ...['filter', 'requiredFilter', 'unsafeValue'].map((name) => functionCandidate(name, quote))]
    : attributes;
}

/** The attributes that the model reads after the same names. */
function usedAttributes(index: ModelIndex, names: readonly string[]): Candidate[] {
  const found = new Set<string>();
  for (const definition of index.mentioning(names[0]!)) {
    for (const { chain } of index.references(definition).references) {
      const parts = chain.parts.map(({ name }) => name);
      const next = parts[names.length];
      if (
        next !== undefined &&
        !next.includes(placeholder) &&
        !Object.hasOwn(functions, next) &&
        names.every((name, i) => parts[i] === name)
      )
        found.add(next);
    }
  }
  return [...found].map((name) => ({
    label: name,
    text: name,
    isOpen: true,
    rank: 0,
    kind: 10,
    detail: 'used by the model',
  }));
}
