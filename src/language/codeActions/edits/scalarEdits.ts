/** Replaces parts of the text of a value. Keeps its quotes; a value gets others if the new text needs them. */

import type { IndexedFile } from '../../../model/index/modelIndex.ts';
import { blockIndent, joined, outerSpan, styleOf, type Unit, unitsOf } from '../../../model/index/scalarText.ts';
import type { ScalarNode } from '../../../model/source/tree.ts';
import type { Change } from './action.ts';
import { quotedYaml, yamlText } from './newText.ts';
import { lineBreakOf } from './sourceEdits.ts';

/** Units from `start` to `end`, and the text for them: the value in YAML, the source of a template literal in JavaScript. */
export interface ReplacedUnits {
  start: number;
  end: number;
  text: string;
}

/** The changes, and the text of the value after them; undefined for a value whose source cannot be read. */
export function replaceUnits(
  file: IndexedFile,
  node: ScalarNode,
  parts: readonly ReplacedUnits[],
): { changes: Change[]; text: string } | undefined {
  const units = unitsOf(file, node);
  if (!units) return undefined;
  const text = replaced(units, parts);
  const style = styleOf(file, node);
  const whole = (by: string): Change[] => [{ file: file.path, ...outerSpan(file, node), text: by }];
  if (file.source.language === 'javascript' && style !== 'template') return { changes: whole(`\`${text}\``), text };
  if (style === 'plain') return { changes: whole(yamlText(text)), text };
  const hasBreak = parts.some((one) => /[\r\n]/.test(one.text));
  if (hasBreak && (style === 'single' || style === 'folded')) return { changes: whole(quotedYaml(text)), text };
  const indent = blockIndent(file, node);
  const inStyle = (one: string): string => {
    if (style === 'double') return quotedYaml(one).slice(1, -1);
    if (style === 'single') return one.replaceAll("'", "''");
    return style === 'literal' ? one.replaceAll('\n', lineBreakOf(file.text) + indent) : one;
  };
  const changes = parts.map((one) => ({
    file: file.path,
    start: units[one.start]!.start,
    end: units[one.end - 1]!.end,
    text: inStyle(one.text),
  }));
  return { changes, text };
}

function replaced(units: readonly Unit[], parts: readonly ReplacedUnits[]): string {
  let text = '';
  let done = 0;
  for (const one of parts.toSorted((a, b) => a.start - b.start)) {
    text += joined(units.slice(done, one.start)) + one.text;
    done = one.end;
  }
  return text + joined(units.slice(done));
}

/** The units that a span of the source covers; undefined if it cuts one. */
export function unitsIn(
  units: readonly Unit[],
  { start, end }: { start: number; end: number },
): ReplacedUnits | undefined {
  const from = units.findIndex((one) => one.start === start);
  const to = units.findIndex((one) => one.end === end);
  return from < 0 || to < from ? undefined : { start: from, end: to + 1, text: joined(units.slice(from, to + 1)) };
}
