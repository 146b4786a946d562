/** Random edits of a model, most of which leave a model that compiles. */

import type { Definition, NamedItem } from '../../src/model/index/definitions.ts';
import type { IndexedFile, ModelIndex } from '../../src/model/index/modelIndex.ts';
import { allViewCubes } from '../../src/model/index/viewMembers.ts';
import type { Span } from '../../src/model/source/range.ts';
import { entryOf, valueAt } from '../../src/model/source/tree.ts';
import { indexOf, type Texts } from '../model/models.ts';
import { pick, type Random } from '../model/mutation/mutant.ts';

interface TextEdit extends Span {
  text: string;
}

export interface Site {
  file: IndexedFile;
  definition: Definition;
  /** A member; undefined: the definition itself. */
  item: (NamedItem & { kind: string }) | undefined;
}

type Edit = (site: Site, fresh: string, random: Random) => TextEdit | undefined;

const nodeOf = ({ item, definition }: Site) => item?.node ?? definition.node;
const nameOf = ({ item, definition }: Site) => (item ?? definition).nameSpan;
const isScript = ({ file }: Site) => file.path.endsWith('.js');

/** The lines of a YAML item, or the entry of a JavaScript map with its comma. */
function whole(site: Site): Span | undefined {
  const { text } = site.file;
  const { start, end } = (site.item ?? site.definition).span;
  if (isScript(site)) {
    if (!site.item) return { start, end };
    const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0;
    return comma > 0 ? { start, end: end + comma } : undefined;
  }
  const lineStart = text.lastIndexOf('\n', start) + 1;
  if (!/^\s*- +$/.test(text.slice(lineStart, start))) return undefined;
  const lineEnd = text.indexOf('\n', end);
  return { start: lineStart, end: lineEnd < 0 ? text.length : lineEnd + 1 };
}

export function setKey(site: Site, key: string, value: string): TextEdit | undefined {
  const node = nodeOf(site);
  if (node.kind !== 'map') return undefined;
  const entry = entryOf(node, key);
  if (entry) {
    const { value: old } = entry;
    if (
      old.kind !== 'scalar' ||
      old.chains ||
      old.end <= old.start ||
      /[\n{]/.test(site.file.text.slice(old.start, old.end))
    )
      return undefined;
    return { start: old.start, end: old.end, text: value };
  }
  if (isScript(site)) return { start: node.start + 1, end: node.start + 1, text: ` ${key}: '${value}',` };
  const { text } = site.file;
  const lineStart = text.lastIndexOf('\n', node.start) + 1;
  const before = text.slice(lineStart, node.start);
  if (!/^\s*- +$/.test(before)) return undefined;
  const lineEnd = text.indexOf('\n', node.start);
  if (lineEnd < 0 || /[|>&*{[][^\n]*$/.test(text.slice(node.start, lineEnd))) return undefined;
  return { start: lineEnd + 1, end: lineEnd + 1, text: `${' '.repeat(before.length)}${key}: ${value}\n` };
}

const edits: Readonly<Record<string, Edit>> = {
  remove(site) {
    const span = whole(site);
    return span && { ...span, text: '' };
  },
  copy(site, fresh) {
    const span = whole(site);
    const name = nameOf(site);
    if (!span || (isScript(site) && site.item && /[^\w]/.test(site.file.text[name.start - 1] ?? ''))) return undefined;
    const { text } = site.file;
    const copy = `${text.slice(span.start, name.start)}${fresh}${text.slice(name.end, span.end)}`;
    return { start: span.end, end: span.end, text: isScript(site) ? `\n${copy}` : copy };
  },
  rename(site, fresh) {
    return { ...nameOf(site), text: fresh };
  },
  title: (site, fresh) => setKey(site, 'title', `The ${fresh}`),
  description: (site, fresh) => setKey(site, 'description', `About ${fresh}`),
  type(site, _, random) {
    const type = valueAt(nodeOf(site), 'type');
    const numeric = ['sum', 'avg', 'min', 'max'];
    if (type?.kind !== 'scalar' || !numeric.includes(String(type.value))) return undefined;
    return setKey(site, 'type', pick(random, numeric)!);
  },
  format(site, _, random) {
    const type = valueAt(nodeOf(site), 'type');
    const isNumber = type?.kind === 'scalar' && ['sum', 'avg', 'count'].includes(String(type.value));
    return isNumber ? setKey(site, 'format', pick(random, ['percent', 'currency'])!) : undefined;
  },
  comment(site) {
    const { start } = whole(site) ?? { start: 0 };
    return { start, end: start, text: isScript(site) ? '// A comment\n' : '# A comment\n' };
  },
};

function includeEdit(index: ModelIndex, definition: Definition, random: Random, fresh: string): TextEdit | undefined {
  const items = allViewCubes(index, definition).filter((one) => one.definition === definition);
  const includes = items.flatMap((one) => (one.includes === '*' ? [] : [...one.includes]));
  const one = pick(random, includes);
  if (!one || one.alias !== one.name || definition.file.endsWith('.js')) return undefined;
  const { start, end } = one.nameSpan;
  const text = index.text(definition.file)!.text;
  const lineStart = text.lastIndexOf('\n', start) + 1;
  if (!/^\s*- +$/.test(text.slice(lineStart, start)) || text[end] !== '\n') return undefined;
  if (random() < 0.5) return { start: lineStart, end: end + 1, text: '' };
  return { start, end, text: `{ name: ${one.name}, alias: ${fresh} }` };
}

export function sitesOf(index: ModelIndex): Site[] {
  return [...index.files].flatMap((file) =>
    file.definitions
      .filter(({ kind }) => kind !== 'view_group')
      .flatMap((definition) => [
        { file, definition, item: undefined },
        ...definition.members.map((item) => ({ file, definition, item })),
      ]),
  );
}

/** @returns the new texts, and what was done */
export function editModel(texts: Texts, random: Random, count: number): { texts: Texts; done: string[] } {
  let current = texts;
  const done: string[] = [];
  for (let i = 0, tries = 0; i < count && tries < 50; tries += 1) {
    const index = indexOf(current);
    const site = pick(random, sitesOf(index));
    if (!site) break;
    const fresh = `fresh_${Math.floor(random() * 1e6)}`;
    const isView = site.definition.kind === 'view' && random() < 0.5;
    const name = isView ? 'include' : pick(random, Object.keys(edits))!;
    const made = isView ? includeEdit(index, site.definition, random, fresh) : edits[name]!(site, fresh, random);
    if (!made) continue;
    const path = site.file.path.replace('model/', '');
    const { text } = site.file;
    current = { ...current, [path]: text.slice(0, made.start) + made.text + text.slice(made.end) };
    const renamed = name === 'rename' ? ` -> ${fresh}` : '';
    done.push(`${name} ${site.definition.name}${site.item ? `.${site.item.name}` : ''}${renamed}`);
    i += 1;
  }
  return { texts: current, done };
}
