/** The filters of a review: by card, with counts, and by a part of a name. They stay when the content changes. */

import { type Child, element, replaceContent } from '../../base/browser/dom.ts';
import type { ReviewCard, ReviewContent, ReviewRow, ReviewTone } from '../../contract/messages/reviewChannel.ts';
import { countOf, toneIcon } from './cardView.ts';

export class CardFilter {
  readonly #changed: () => void;
  readonly #chosen = new Set<ReviewCard['id']>();
  readonly #search = element('input', { type: 'search', 'data-key': 'search' });
  readonly #choices = element('div', { class: 'choices', role: 'group' });
  readonly #view = element('div', { class: 'filters' }, this.#choices, this.#search);

  constructor(changed: () => void) {
    this.#changed = changed;
    this.#search.addEventListener('input', changed);
  }

  /** Null if there is nothing to filter. */
  view({ cards, texts }: Pick<ReviewContent, 'cards' | 'texts'>): HTMLElement | null {
    const known = new Set(cards.map(({ id }) => id));
    for (const id of this.#chosen) if (!known.has(id)) this.#chosen.delete(id);
    this.#search.placeholder = texts.search;
    this.#search.ariaLabel = texts.search;
    this.#choices.ariaLabel = texts.filters;
    const choice = (key: string, tone: ReviewTone, isChosen: boolean, choose: () => void, ...label: Child[]) =>
      element(
        'button',
        {
          type: 'button',
          class: tone,
          'data-key': `filter ${key}`,
          'aria-pressed': String(isChosen),
          onclick: () => {
            choose();
            this.#drawChoices({ cards, texts });
            this.#changed();
          },
        },
        ...label,
      );
    replaceContent(
      this.#choices,
      choice('all', 'plain', this.#chosen.size === 0, () => this.#chosen.clear(), texts.all),
      ...cards.map(({ id, title, tone, count }) =>
        choice(
          id,
          tone,
          this.#chosen.has(id),
          () => (this.#chosen.has(id) ? this.#chosen.delete(id) : this.#chosen.add(id)),
          toneIcon(tone),
          title,
          count === null ? null : countOf(count),
        ),
      ),
    );
    return cards.length > 0 ? this.#view : null;
  }

  /** The cards and rows that match. */
  apply(cards: readonly ReviewCard[]): readonly ReviewCard[] {
    const chosen = this.#chosen.size === 0 ? cards : cards.filter(({ id }) => this.#chosen.has(id));
    const part = this.#search.value.trim().toLowerCase();
    if (part === '') return chosen;
    const has = (text = '') => text.toLowerCase().includes(part);
    const matches = ({ text, detail, notes, diff }: ReviewRow) =>
      has(text) ||
      has(detail) ||
      notes.some((note) => has(note.text)) ||
      (diff?.lines.some((line) => has(line.text)) ?? false);
    return chosen.flatMap((card) => {
      const rows = card.rows.filter(matches);
      const values = card.table?.rows.filter(({ name }) => has(name)) ?? [];
      if (rows.length + values.length === 0) return [];
      const { table: _, ...rest } = card;
      return [{ ...rest, rows, ...(card.table && values.length > 0 && { table: { ...card.table, rows: values } }) }];
    });
  }

  #drawChoices(content: Pick<ReviewContent, 'cards' | 'texts'>): void {
    const key = document.activeElement?.getAttribute('data-key') ?? '';
    this.view(content);
    this.#choices.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }
}
