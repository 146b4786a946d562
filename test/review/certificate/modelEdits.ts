/** Edits of the definitions in the YAML files of a model. */

import { isMap, isSeq, parseDocument, Scalar, type YAMLMap } from 'yaml';
import type { Texts } from '../../model/models.ts';

/** Undefined: there is no place for it. */
export type Edit = (texts: Texts) => Texts | undefined;

/** Edits the definitions of each YAML file; `edit` says whether it changed one. */
export function each(edit: (definition: YAMLMap, kind: 'cube' | 'view') => boolean, { once = false } = {}): Edit {
  return (texts) => {
    let isChanged = false;
    const changed = Object.entries(texts).map(([path, text]) => {
      if (!/\.ya?ml$/.test(path) || /\{[{%]/.test(text)) return [path, text];
      const document = parseDocument(text);
      let isOwn = false;
      for (const kind of ['cube', 'view'] as const) {
        const list = document.get(`${kind}s`);
        for (const one of isSeq(list) ? list.items : [])
          if (isMap(one) && !(once && isChanged) && edit(one, kind)) {
            isChanged = true;
            isOwn = true;
          }
      }
      return [path, isOwn ? document.toString({ lineWidth: 0 }) : text];
    });
    return isChanged ? Object.fromEntries(changed) : undefined;
  };
}

const membersOf = (definition: YAMLMap, ...kinds: string[]): YAMLMap[] =>
  kinds.flatMap((kind) => {
    const list = definition.get(kind);
    return isSeq(list) ? list.items.filter(isMap) : [];
  });
export const allMembers = ['measures', 'dimensions', 'segments'];
export const onMembers = (
  kinds: string[],
  edit: (member: YAMLMap, definition: YAMLMap) => boolean,
  once = false,
): Edit =>
  each(
    (definition) => {
      let isChanged = false;
      for (const member of membersOf(definition, ...kinds)) {
        if (once && isChanged) break;
        isChanged = edit(member, definition) || isChanged;
      }
      return isChanged;
    },
    { once },
  );
export const put = (map: YAMLMap, key: string, value: unknown) => {
  map.set(key, value);
  return true;
};
/** Replaces the text of a key; false if nothing changes. */
export const change = (map: YAMLMap, key: string, edit: (text: string) => string): boolean => {
  const value = map.get(key);
  if (typeof value !== 'string') return false;
  const edited = edit(value);
  if (edited === value) return false;
  const scalar = new Scalar(edited);
  scalar.type = 'QUOTE_DOUBLE';
  map.set(key, scalar);
  return true;
};
/** Outside of literals, quoted names and references. */
const outside = (text: string, edit: (part: string) => string) =>
  text.replace(/('(?:[^']|'')*'|"[^"]*"|`[^`]*`|\{[^}]*\})|([^'"`{]+)/g, (_all, kept: string, free: string) =>
    kept === undefined ? edit(free) : kept,
  );
export const sqlEdit = (edit: (text: string) => string): Edit =>
  onMembers(allMembers, (member) => change(member, 'sql', (text) => outside(text, edit)));
