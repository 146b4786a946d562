/** Rules about what the parts of a definition say of themselves: texts, names, formats, owners. */

import type { Finding } from '../checks/findings.ts';
import { describe } from '../checks/findings.ts';
import { entryWith } from '../documents/readShape.ts';
import type { Definition } from '../index/definitions.ts';
import { isTrue } from '../index/visibility.ts';
import { camelCase } from '../source/names.ts';
import type { ProblemText } from '../source/problemCatalog.ts';
import { ruleKinds } from '../source/ruleKinds.ts';
import { entryOf, textOf, valueAt } from '../source/tree.ts';
import {
  describeMember,
  entriesIn,
  isShown,
  mayHave,
  ownMembers,
  type RuleCheck,
  type RuleContext,
  shownMembers,
} from './ruleCheck.ts';

type Kind = (what: string) => ProblemText;

/** Definitions and members without a key that users read. */
const withoutText =
  (key: string, kind: Kind): RuleCheck =>
  ({ index, definition }) => {
    const { file, nameSpan } = definition;
    const own = isShown(definition) && !mayHave(index, definition, key);
    return [
      ...(own ? [{ file, span: nameSpan, ...kind(describe(definition)) }] : []),
      ...shownMembers(definition)
        .filter((member) => !mayHave(index, member, key))
        .map((member) => ({ file, span: member.nameSpan, ...kind(describeMember(member)) })),
    ];
  };

/** Numbers that say little without a unit. Counts are numbers of rows. */
const amounts = new Set(['sum', 'avg', 'number', 'numberAgg', 'runningTotal']);

const missingFormat: RuleCheck = ({ index, definition }) =>
  shownMembers(definition)
    .filter((one) => one.kind === 'measure' && amounts.has(camelCase(textOf(valueAt(one.node, 'type')) ?? '')))
    .filter((one) => !mayHave(index, one, 'format'))
    .map((one) => ({ file: definition.file, span: one.nameSpan, ...ruleKinds.missingFormat(describeMember(one)) }));

/** A shown definition without a text in its `meta`. What a program or template writes is not known. */
const withoutMeta =
  (key: string, kind: Kind, only?: Definition['kind']): RuleCheck =>
  ({ index, definition }) => {
    if (!isShown(definition) || (only && definition.kind !== only)) return [];
    const isKnown = index.lineage(definition).every(({ node }) => {
      const meta = valueAt(node, 'meta');
      if (node.open) return false;
      if (!meta || (meta.kind === 'scalar' && !meta.dynamic)) return true;
      const value = entryWith(meta, key)?.value;
      const isEmpty = !value || (value.kind === 'scalar' && !value.dynamic && String(value.value ?? '').trim() === '');
      return meta.kind === 'map' && !meta.open && isEmpty;
    });
    return isKnown ? [{ file: definition.file, span: definition.nameSpan, ...kind(describe(definition)) }] : [];
  };

const naming: RuleCheck = ({ index, definition, settings }) => {
  const { file, members } = definition;
  const { pattern, source } = settings.naming;
  const aliases = definition.kind === 'view' ? index.viewMembers(definition).items : [];
  const named = [
    definition,
    ...members,
    ...aliases.flatMap(({ definition: view, includes }) =>
      view !== definition || includes === '*'
        ? []
        : includes
            .filter(({ name, alias }) => alias !== name)
            .map(({ alias, aliasSpan }) => ({ name: alias, nameSpan: aliasSpan })),
    ),
  ];
  return named
    .filter(({ name }) => !pattern.matches(name))
    .map(({ name, nameSpan }) => ({ file, span: nameSpan, ...ruleKinds.naming(name, source) }));
};

const publicPrimaryKey: RuleCheck = ({ definition }) =>
  ownMembers(definition).flatMap(({ kind, node, nameSpan, name }): Finding[] => {
    const isKey = kind === 'dimension' && isTrue(valueAt(node, 'primaryKey'));
    const isPublic = isTrue(valueAt(node, 'public') ?? valueAt(node, 'shown'));
    if (!isKey || !isPublic) return [];
    return [{ file: definition.file, span: nameSpan, ...ruleKinds.publicPrimaryKey(`${definition.name}.${name}`) }];
  });

const countWithoutKey: RuleCheck = ({ index, definition }) => {
  if (definition.kind !== 'cube' || index.isOpen(definition)) return [];
  const all = [...index.members(definition).values()].flat();
  if (all.some(({ kind, node }) => kind === 'dimension' && entryOf(node, 'primaryKey'))) return [];
  const counts = ownMembers(definition).filter(
    ({ kind, node }) => kind === 'measure' && textOf(valueAt(node, 'type')) === 'count',
  );
  const found = ruleKinds.countWithoutKey(describe(definition), counts[0]?.name ?? '');
  return counts.length === 0 ? [] : [{ file: definition.file, span: definition.nameSpan, ...found }];
};

const longSql: RuleCheck = ({ file, definition, settings }) =>
  [...entriesIn(definition.node)].flatMap(({ name, keySpan, value }): Finding[] => {
    if (name !== 'sql' || (value.kind !== 'scalar' && value.kind !== 'code')) return [];
    const lines = file.text.slice(value.start, value.end).trimEnd().split('\n').length;
    if (lines <= settings.lines) return [];
    return [{ file: file.path, span: keySpan, ...ruleKinds.longSql(lines, settings.lines) }];
  });

export const textRules = {
  'missing-description': withoutText('description', ruleKinds.missingDescription),
  'missing-title': withoutText('title', ruleKinds.missingTitle),
  'missing-format': missingFormat,
  'missing-owner': withoutMeta('owner', ruleKinds.missingOwner),
  'missing-ai-context': withoutMeta('ai_context', ruleKinds.missingAiContext, 'view'),
  naming,
  'public-primary-key': publicPrimaryKey,
  'count-without-key': countWithoutKey,
  'long-sql': longSql,
} as const satisfies Record<string, (context: RuleContext) => Finding[]>;
