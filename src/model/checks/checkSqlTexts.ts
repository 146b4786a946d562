/** Finds texts of SQL that compile although no query can use them: braces that are not references, references that are not text. */

import type { Definition } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { resolve } from '../index/resolve.ts';
import type { SqlBrace } from '../index/sqlBraces.ts';
import { type ProblemText, problemCatalog } from '../source/problemCatalog.ts';
import type { Span } from '../source/range.ts';
import { entryOf, type ValueNode, valueAt } from '../source/tree.ts';
import type { Findings } from './findings.ts';

/** Whether the text between braces names something of the model. */
function isReference(index: ModelIndex, definition: Definition, inner: string): boolean {
  const [, first, rest] = /^\s*(\w+)((?:\.\w+)*)\s*$/.exec(inner) ?? [];
  if (first === undefined) return false;
  return (
    /^(CUBE|TABLE)$/.test(first) ||
    index.cube(first) !== undefined ||
    (rest === '' && index.member(definition, first) !== undefined)
  );
}

export function checkSqlTexts(index: ModelIndex, definition: Definition, findings: Findings): void {
  for (const { kind, inner, start, end } of index.references(definition).braces) {
    if ((kind === 'dollar' || kind === 'plain') && !isReference(index, definition, inner)) continue;
    findings.add({
      file: definition.file,
      span: { start, end },
      ...braceProblem(kind, inner),
      effect: 'the SQL is wrong',
      severity: 'warning',
    });
  }
  checkEmptyCases(definition, findings);
  if (definition.language === 'javascript') checkBareReferences(index, definition, findings);
}

function braceProblem(kind: SqlBrace['kind'], inner: string): ProblemText {
  if (kind === 'stray') return problemCatalog.strayBrace();
  if (kind === 'empty') return problemCatalog.emptyBraces('');
  return kind === 'dollar' ? problemCatalog.dollarBrace(inner) : problemCatalog.plainBrace(inner);
}

/** `CASE` without a `WHEN` is not SQL. */
function checkEmptyCases({ file, members }: Definition, findings: Findings): void {
  for (const { node } of members) {
    const when = entryOf(valueAt(node, 'case'), 'when');
    if (when?.value.kind !== 'list' || when.value.open || when.value.items.length > 0) continue;
    findings.add({
      file,
      span: when.keySpan,
      ...problemCatalog.emptyCase(),
      effect: 'queries that use this will fail',
    });
  }
}

/** `sql: id` in JavaScript is the member `id`, not its SQL. */
function checkBareReferences(index: ModelIndex, definition: Definition, findings: Findings): void {
  const { run } = index.file(definition.file)!.source;
  for (const reference of index.references(definition).references) {
    const { chain, member, path } = reference;
    const sql = member && /^(measures|dimensions)\.\w+\.sql$/.test(path) ? valueAt(member.node, 'sql') : undefined;
    if (!sql || !isBare(sql, chain) || !run.some(({ start }) => start === chain.start)) continue;
    if (resolve(index, reference).targets.length < chain.parts.length) continue;
    const name = chain.parts.map((part) => part.name).join('.');
    findings.add({
      file: definition.file,
      span: chain,
      ...problemCatalog.bareReference(name, chain.parts.length === 1),
      effect: 'every query that uses this fails',
    });
  }
}

function isBare(sql: ValueNode, chain: Span): boolean {
  return sql.kind === 'code' && !sql.isFunction && sql.start === chain.start && sql.end === chain.end;
}
