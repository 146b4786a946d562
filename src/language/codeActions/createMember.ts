/** Creates the dimension, measure or segment that a reference names although it does not exist. */

import { type MemberKind, memberGroups } from '../../model/index/definitions.ts';
import type { Reference } from '../../model/index/references.ts';
import { resolve } from '../../model/index/resolve.ts';
import { snakeCase } from '../../model/source/names.ts';
import { javaScriptText } from '../../model/source/quotes.ts';
import type { Correction, MarkedProblem } from './edits/action.ts';
import { type NewEntry, sqlText } from './edits/newText.ts';
import { addMember } from './edits/sourceEdits.ts';
import { definitionAt } from './edits/treePlaces.ts';
import { typeByName } from './missingKeys.ts';

/** The kinds of members that fit at a reference, the most likely one first. */
function kindsFor({ path, member }: Reference): MemberKind[] {
  const field = path.slice(path.lastIndexOf('.') + 1);
  if (/^segment/.test(field)) return ['segment'];
  if (/^(dimension|timeDimension|levels|columns|member|key)/.test(field)) return ['dimension'];
  if (/^measure/.test(field)) return ['measure'];
  return member?.kind === 'measure' ? ['measure', 'dimension'] : ['dimension', 'measure'];
}

export function createMember({ index, file, span }: MarkedProblem): Correction[] {
  const definition = definitionAt(file, span);
  for (const reference of definition ? index.references(definition).references : []) {
    const { failure } = resolve(index, reference);
    const part = failure && reference.chain.parts[failure.at];
    // A function is declared by the program, not by a cube.
    if (!part || part.start !== span.start || !failure.holder || reference.chain.called) continue;
    const { holder } = failure;
    const target = index.file(holder.file);
    if (holder.kind !== 'cube' || !target || target.source.broken || !/^[A-Za-z_]\w*$/.test(part.name)) return [];
    const { language } = holder;
    const word = (text: string) => (language === 'yaml' ? text : javaScriptText(text));
    const column = snakeCase(part.name);
    const fields: Readonly<Record<string, NewEntry[]>> = {
      dimension: [
        { key: 'sql', value: word(column) },
        { key: 'type', value: word(typeByName(part.name)) },
      ],
      measure: /count$/.test(column)
        ? [{ key: 'type', value: word('count') }]
        : [
            { key: 'sql', value: word(column) },
            { key: 'type', value: word('sum') },
          ],
      segment: [{ key: 'sql', value: sqlText(language, `{CUBE}.${column}`) }],
    };
    return kindsFor(reference).map((kind) => {
      const group = [...memberGroups].find(([, one]) => one === kind)![0];
      return {
        title: `Create ${kind} '${part.name}' in '${holder.name}'`,
        changes: [addMember(target, holder, group, part.name, fields[kind]!)],
      };
    });
  }
  return [];
}
