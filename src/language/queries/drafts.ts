/** The start of a value as a snippet, in the style of the text around it. */

import type { MapShape, Shape } from '../../model/documents/shape.ts';

export type DraftStyle = 'block' | 'flow' | 'json';

const step = '  ';

export class DraftWriter {
  readonly #style: DraftStyle;
  #count = 0;

  constructor(style: DraftStyle) {
    this.#style = style;
  }

  /** `key: value`. `pad` is before each further line. */
  entry(key: string, shape: Shape, pad: string): string {
    const value = this.#style === 'block' ? this.#block(shape, pad) : ` ${this.flow(shape)}`;
    return `${this.#style === 'json' ? `"${key}"` : key}:${value}`;
  }

  /** An item of a list without its dash. */
  item(shape: Shape, pad: string): string {
    if (this.#style !== 'block') return this.flow(shape);
    const fields = shape.kind === 'map' ? usualFields(shape) : [];
    if (fields.length === 0) return this.#scalar(shape);
    return fields.map(([key, inner]) => this.entry(key, inner, pad)).join(`\n${pad}`);
  }

  /** On one line. */
  flow(shape: Shape): string {
    switch (shape.kind) {
      case 'list':
        return `[${this.flow(shape.items)}]`;
      case 'tuple':
        return `[${shape.items.map((one) => this.flow(one)).join(', ')}]`;
      case 'oneOf':
        return this.flow(shape.shapes[0]!);
      case 'map': {
        const fields = usualFields(shape).map(([key, inner]) => this.entry(key, inner, ''));
        return `{ ${fields.length > 0 ? fields.join(', ') : this.#stop()} \\}`;
      }
      case 'record':
        return `{ ${this.#stop()} \\}`;
      default:
        return this.#scalar(shape);
    }
  }

  #block(shape: Shape, pad: string): string {
    const inner = pad + step;
    switch (shape.kind) {
      case 'list':
        return `\n${inner}- ${this.item(shape.items, inner + step)}`;
      case 'oneOf':
        return this.#block(shape.shapes[0]!, pad);
      case 'map': {
        const fields = usualFields(shape);
        if (fields.length === 0) return `\n${inner}${this.#stop()}`;
        return fields.map(([key, one]) => `\n${inner}${this.entry(key, one, inner)}`).join('');
      }
      case 'record':
        return `\n${inner}${this.#stop()}`;
      default:
        return ` ${this.flow(shape)}`;
    }
  }

  #scalar(shape: Shape): string {
    const isText = shape.kind === 'text' || shape.kind === 'member';
    const quote = isText && this.#style === 'json' ? '"' : '';
    if (shape.kind === 'boolean') return this.#choice(['true', 'false']);
    if (shape.kind === 'text' && hasFewChoices(shape))
      return quote + this.#choice(shape.choices.map(({ text }) => text)) + quote;
    return quote + this.#stop() + quote;
  }

  #stop(): string {
    this.#count += 1;
    return `$${this.#count}`;
  }

  #choice(texts: readonly string[]): string {
    this.#count += 1;
    return `\${${this.#count}|${texts.join(',')}|}`;
  }
}

type TextShape = Extract<Shape, { kind: 'text' }>;

/** Whether a snippet lists the texts that are possible. */
export function hasFewChoices(shape: TextShape): shape is TextShape & Required<Pick<TextShape, 'choices'>> {
  return shape.choices !== undefined && shape.choices.length <= 4;
}

/** The fields that a new block starts with. */
export function usualFields({ fields }: MapShape): [string, Shape][] {
  return Object.entries(fields)
    .filter(([, { required, usual }]) => required || usual)
    .map(([key, { shape }]) => [key, shape]);
}
