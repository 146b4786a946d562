/** All mistakes of the corpus: the kinds of each language at their places, pairs of them, and edits that are not mistakes. */

import { javaScriptKinds } from './javaScriptKinds.ts';
import { type Language, type Mistake, type MistakeKind, mistakesOf, pairOf } from './mistakeKind.ts';
import { templateKinds } from './templateKinds.ts';
import { templateOutputKinds } from './templateOutputKinds.ts';
import { validJavaScriptEdits, validTemplateEdits, validYamlEdits } from './validEdits.ts';
import { yamlReferenceKinds } from './yamlReferenceKinds.ts';
import { yamlShapeKinds } from './yamlShapeKinds.ts';
import { yamlSyntaxKinds } from './yamlSyntaxKinds.ts';

const kinds: Record<Exclude<Language, 'pairs'>, readonly MistakeKind[]> = {
  YAML: [...yamlSyntaxKinds, ...yamlShapeKinds, ...yamlReferenceKinds, ...validYamlEdits],
  JavaScript: [...javaScriptKinds, ...validJavaScriptEdits],
  templates: [...templateKinds, ...templateOutputKinds, ...validTemplateEdits],
};

/** The kinds that are combined with each other, of all languages and sorts. */
const paired: Record<Exclude<Language, 'pairs'>, readonly string[]> = {
  YAML: [
    'tab as indent',
    'no blank after the colon of a first key',
    'no colon after a key',
    'open double quote',
    'key twice',
    'type misspelt',
    'unknown type of a dimension',
    'sql_table missing',
    'unknown member of another cube',
    'join to an unknown cube',
    'member included in a view unknown',
  ],
  JavaScript: [
    'type without quotes',
    'sql misspelt',
    'comma missing between members',
    'backtick never closed',
    'unknown member in sql',
    'call misspelt',
    'member of a folder unknown',
  ],
  templates: [
    'expression never closed',
    'filter misspelt',
    'type misspelt in a loop',
    'line of a loop too far left',
    'member of another cube unknown, next to templates',
  ],
};

export function singleMistakes(): Mistake[] {
  return Object.entries(kinds).flatMap(([language, all]) =>
    all.flatMap((kind) => mistakesOf(kind, language as keyof typeof kinds)),
  );
}

/** Each two of the chosen kinds, once, if they are possible in two files of one fixture. */
export function pairedMistakes(singles: readonly Mistake[]): Mistake[] {
  const chosen = Object.entries(paired).flatMap(([language, names]) =>
    names.map((name) => singles.filter((one) => one.language === language && one.kind === name)),
  );
  return chosen.flatMap((first, i) =>
    chosen.slice(i).flatMap((second) => {
      const pairs = first.flatMap((one) => second.flatMap((other) => pairOf(one, other) ?? []));
      return pairs.slice(0, 1);
    }),
  );
}
