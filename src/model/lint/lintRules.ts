/** The rules with levels: what each one asks for, its level without a file of rules, and its options. */

import type { Field } from '../documents/shape.ts';
import type { RuleName } from '../source/ruleKinds.ts';

export type Level = 'off' | 'info' | 'warning' | 'error';

export const levels: readonly { text: Level; doc: string }[] = [
  { text: 'off', doc: 'Reports nothing.' },
  { text: 'info', doc: 'Reports information.' },
  { text: 'warning', doc: 'Reports a warning.' },
  { text: 'error', doc: 'Reports an error: `check` fails.' },
];

interface LintRule {
  /** What the rule asks for, as a sentence. */
  doc: string;
  level: Level;
  options?: Readonly<Record<string, Field>>;
  /** It needs to know what query and test documents name. */
  readsDocuments?: true;
}

export const defaultPattern = '[a-z][a-z0-9_]*';
export const defaultLines = 40;

/** A project without a file of rules must not get a long list: what is on by default asks for a mark in the model. */
export const lintRules: Readonly<Record<RuleName, LintRule>> = {
  'missing-description': {
    doc: 'Public cubes and views, and public measures, dimensions and segments have a `description`.',
    level: 'off',
  },
  'missing-title': {
    doc: 'Public cubes and views, and public measures, dimensions and segments have a `title`.',
    level: 'off',
  },
  'missing-format': {
    doc: 'Public measures that are amounts have a `format`: those of the types `sum`, `avg`, `number`, `number_agg` and `running_total`.',
    level: 'off',
  },
  naming: {
    doc: 'Names of cubes, views and members, and other names that views give members, match a pattern.',
    level: 'off',
    options: {
      pattern: {
        shape: { kind: 'text', examples: [defaultPattern] },
        doc: `A regular expression that matches the whole name, without look-around and back references. Default: \`${defaultPattern}\`.`,
      },
    },
  },
  'untested-measure': {
    doc: 'Each public measure is used in a test of the project, by itself or through another member or a view.',
    level: 'off',
    readsDocuments: true,
  },
  'public-primary-key': {
    doc: 'A primary key is not public: it identifies rows and tells users nothing.',
    level: 'off',
  },
  'unused-member': {
    doc: 'A measure, dimension or segment that is not public is in a view, or something in the project names it.',
    level: 'off',
    readsDocuments: true,
  },
  'count-without-key': {
    doc: 'A cube with a measure of the type `count` has a primary key, before a join needs it.',
    level: 'off',
  },
  'duplicated-sql': {
    doc: 'Two members of a cube do not have the same SQL with the same type, and two cubes not the same `sql`.',
    level: 'off',
  },
  'ambiguous-join-path': {
    doc: 'Joins lead from a cube to another one on one shortest path, so it is clear which one a query takes.',
    level: 'off',
  },
  'deprecated-key': { doc: 'Keys and values have their present names: `public` instead of `shown`.', level: 'off' },
  'deprecated-member': {
    doc: 'Nothing names a cube, view or member that has `meta: { deprecated: … }`.',
    level: 'info',
  },
  'missing-owner': { doc: 'Public cubes and views say who answers for them in `meta.owner`.', level: 'off' },
  'long-sql': {
    doc: 'SQL in a model file has at most a number of lines.',
    level: 'off',
    options: {
      lines: {
        shape: { kind: 'integer', least: 1, most: 100_000 },
        doc: `The most lines that an SQL text may have. Default: ${defaultLines}.`,
      },
    },
  },
  'missing-ai-context': { doc: 'Public views tell AI what they are for in `meta.ai_context`.', level: 'off' },
};
