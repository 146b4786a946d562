/** Drafts as text of a snippet, in the spelling of each language. */

import { nameListGroups } from '../../model/checks/shapeRules.ts';
import { snakeCase } from '../../model/source/names.ts';
import type { Draft } from '../keys/keyDocs.ts';
import type { WordStyle } from '../keys/wordStyle.ts';

export type Style = 'block' | 'flow' | 'javascript';

/** JavaScript: the values of these keys are names of the model. */
const references = new Set(
  'extends joinPath drillMembers timeDimension rollups levels columns groupBy reduceBy addGroupBy keepOnly exclude include member switch dimension measures dimensions segments unless if key'.split(
    ' ',
  ),
);
const sqlKey = /sql$|^sqlTable$|^url$/i;
const step = '  ';

/** Placeholders that are the same name at each of their places in a snippet. */
const linked: ReadonlySet<string> = new Set(['cube', 'other_cube', 'id']);

export class SnippetWriter {
  readonly #style: Style;
  readonly #quote: string;
  readonly #words: Pick<WordStyle, 'keys' | 'values'>;
  readonly #namesOf: (word: string) => readonly string[];
  readonly #numbers = new Map<string, number>();
  #count = 0;

  /** `quote` is that of texts in JavaScript, `namesOf` the names of the model for a placeholder. */
  constructor(
    style: Style,
    quote: string,
    words: Pick<WordStyle, 'keys' | 'values'>,
    namesOf: (word: string) => readonly string[],
  ) {
    this.#style = style;
    this.#words = words;
    this.#quote = quote;
    this.#namesOf = namesOf;
  }

  /** `key: value`. `pad` is before each further line. */
  entry(key: string, draft: Draft, pad = ''): string {
    const isName = typeof draft === 'string' && (key === 'type' || key === 'relationship');
    const value = isName && this.#words.values === 'snake' ? snakeCase(draft) : draft;
    if (this.#style === 'javascript') return `${this.#key(key)}: ${this.#code(key, value, pad)}`;
    const isSql = /sql$/i.test(key);
    if (this.#style === 'flow')
      return `${this.#key(key)}: ${isSql && typeof value === 'string' ? this.#sql(value) : this.#flow(value)}`;
    if (!isSql || typeof value !== 'string') return `${this.#key(key)}:${this.#block(value, pad)}`;
    const isQuery = /^SELECT\b/.test(value);
    return `${this.#key(key)}: ${isQuery ? `|\n${pad}${step}${this.#literal(value, escaped)}` : this.#sql(value)}`;
  }

  /** An item of a list without its dash, or of a map from names to members. */
  item(group: string, draft: Draft, pad = ''): string {
    if (this.#style === 'flow') return this.#flow(draft);
    if (this.#style === 'block')
      return isMap(draft) ? this.#lines(draft, pad).join(`\n${pad}`) : this.#scalar(draft as string);
    return isMap(draft) && isNamed(group, draft) ? this.#named(draft, pad) : this.#code(group, draft, pad);
  }

  /** A call of JavaScript. */
  call(callee: string, draft: { readonly [key: string]: Draft }): string {
    const { name = '<name>', ...rest } = draft;
    return `${callee}(${this.#code('', name, '')}, ${this.#code('', rest, '')});`;
  }

  /** Text with `<placeholders>`. */
  text(draft: string): string {
    return this.#literal(draft, escaped);
  }

  #key(key: string): string {
    if (key.startsWith('<')) return this.text(key);
    return this.#words.keys === 'snake' ? snakeCase(key) : key;
  }

  #lines(map: { readonly [key: string]: Draft }, pad: string): string[] {
    return Object.entries(map).map(([key, value]) => this.entry(key, value, pad));
  }

  #block(draft: Draft, pad: string): string {
    if (typeof draft === 'string') return ` ${this.#scalar(draft)}`;
    const inner = pad + step;
    if (isMap(draft))
      return this.#lines(draft, inner)
        .map((line) => `\n${inner}${line}`)
        .join('');
    return draft.map((one) => `\n${inner}- ${this.item('', one, inner + step)}`).join('');
  }

  #flow(draft: Draft): string {
    if (typeof draft === 'string') return this.#scalar(draft);
    if (!isMap(draft)) return `[${draft.map((one) => this.#flow(one)).join(', ')}]`;
    return `{${Object.entries(draft)
      .map(([key, value]) => this.entry(key, value))
      .join(', ')}\\}`;
  }

  /** SQL always has quotes, because what is typed there would often need them: `{name}`, or a text in single quotes. */
  #sql(draft: string): string {
    return this.#scalar(draft, '"');
  }

  #scalar(
    draft: string,
    quote = needsQuotes(draft.replace(/<([^<>|]*)[^<>]*>/g, '$1'), this.#style) ? '"' : '',
  ): string {
    return quote + this.#literal(draft, (text) => escaped(quote ? text.replace(/["\\]/g, '\\$&') : text)) + quote;
  }

  #code(key: string, draft: Draft, pad: string): string {
    const inner = pad + step;
    if (typeof draft === 'string') return this.#codeScalar(key, draft);
    if (isMap(draft)) {
      const lines = this.#lines(draft, inner).map((line) => `${inner}${line},\n`);
      return `{\n${lines.join('')}${pad}\\}`;
    }
    if (draft.every((one) => typeof one === 'string'))
      return `[${draft.map((one) => this.#codeScalar(key, one)).join(', ')}]`;
    const named = draft.filter((one) => isMap(one)).filter((one) => isNamed(key, one));
    if (named.length > 0) return `{\n${named.map((one) => `${inner}${this.#named(one, inner)},\n`).join('')}${pad}\\}`;
    return `[\n${draft.map((one) => `${inner}${this.#code(key, one, inner)},\n`).join('')}${pad}]`;
  }

  #named({ name = '<name>', ...rest }: { readonly [key: string]: Draft }, pad: string): string {
    return `${this.#literal(name as string, escaped)}: ${this.#code('', rest, pad)}`;
  }

  #codeScalar(key: string, draft: string): string {
    const isReference = references.has(key);
    if (isReference || /^<?(true|false|\d+)(\|(true|false))*>?$/.test(draft))
      return this.#literal(isReference ? draft.replace(/^\{\s*(.*?)\s*\}$/, '$1') : draft, escaped);
    const quote = sqlKey.test(key) ? '`' : this.#quote;
    const text = this.#literal(draft, (one) => escaped(sqlKey.test(key) ? one.replace(/\{(?!\s)/g, '${') : one));
    return quote + text + quote;
  }

  /** Numbers the placeholders. */
  #literal(draft: string, literal: (text: string) => string): string {
    return draft
      .split(/(<[^<>]*>)/)
      .map((part) => {
        if (!/^<.*>$/.test(part)) return literal(part);
        const word = part.slice(1, -1);
        const earlier = this.#numbers.get(word);
        if (earlier !== undefined) return `$${earlier}`;
        this.#count += 1;
        if (linked.has(word)) this.#numbers.set(word, this.#count);
        const names = this.#namesOf(word);
        const values = names.length > 0 ? names : word.split('|');
        if (values.length > 1)
          return `\${${this.#count}|${values.map((one) => one.replace(/[,\\]/g, '\\$&')).join(',')}|}`;
        return values[0] === '' ? `$${this.#count}` : `\${${this.#count}:${escaped(values[0]!)}}`;
      })
      .join('');
  }
}

function isMap(draft: Draft): draft is { readonly [key: string]: Draft } {
  return typeof draft === 'object' && !Array.isArray(draft);
}

function isNamed(group: string, item: { readonly [key: string]: Draft }): boolean {
  return 'name' in item && (nameListGroups.has(group) || group === 'joins');
}

/** Text of a snippet that is not a placeholder. */
function escaped(text: string): string {
  return text.replace(/[$}\\]/g, '\\$&');
}

/** Whether YAML reads the text as a value of another type if it has no quotes. */
export function needsQuotes(text: string, style: Style): boolean {
  if (style === 'flow' && /[{}[\],]/.test(text)) return true;
  return /^[\s{}[\],&*!|>'"%@`#?-]|:(\s|$)|\s#|^\d{4}-\d\d-\d\d|^(?:null|~)$/i.test(text);
}
