/** Draws one card of a review: its rows with their consequences and differences, and its table of values. */

import { element, replaceContent } from '../../base/browser/dom.ts';
import type {
  ReviewCard,
  ReviewContent,
  ReviewDiff,
  ReviewRow,
  ReviewTone,
  ReviewValueTable,
} from '../../contract/messages/reviewChannel.ts';
import { type IconName, icon } from '../shared/icons.ts';
import { diffView } from './diffView.ts';

export interface CardActions {
  texts: ReviewContent['texts'];
  open(id: string): void;
  readDiff(id: string): Promise<ReviewDiff | null>;
  /** Whether the user opened or closed something that is folded; undefined: neither. */
  isOpen(key: string): boolean | undefined;
  setOpen(key: string, isOpen: boolean): void;
}

/** Rows of a card whose differences are shown without a click. */
const maxUnfolded = 10;

const icons: Record<ReviewTone, IconName | undefined> = {
  plain: undefined,
  good: 'check',
  warning: 'warning',
  error: 'error',
};

export function toneIcon(tone: ReviewTone): SVGSVGElement | null {
  const name = icons[tone];
  return name === undefined ? null : icon(name);
}

export function cardView(card: ReviewCard, actions: CardActions): HTMLElement {
  const { id, title, count, tone, summary, rows, table, links } = card;
  const heading = `card-${id}`;
  return element(
    'section',
    { class: `card ${tone}`, 'aria-labelledby': heading },
    element(
      'header',
      {},
      element('h2', { id: heading }, toneIcon(tone), title, count !== null && countOf(count)),
      ...links.map((link) => linkView(link.id, link.label, actions)),
    ),
    ...summary.map((text) => element('p', { class: 'summary' }, text)),
    table && tableView(table, title),
    // Safari takes the role from a list without marks. A list of plain rows needs no column for icons.
    rows.length > 0 &&
      element(
        'ul',
        { role: 'list', class: rows.some((row) => row.tone !== 'plain') ? 'rows marked' : 'rows' },
        ...rows.map((row, at) => rowView(row, `${id} ${row.text}`, at < maxUnfolded, actions)),
      ),
  );
}

export function countOf(count: number): HTMLElement {
  return element('span', { class: 'count' }, String(count));
}

function rowView(
  { text, tone, open, detail, links, notes, whole, diff, more }: ReviewRow,
  key: string,
  isUnfolded: boolean,
  actions: CardActions,
): HTMLElement {
  return element(
    'li',
    { class: tone },
    toneIcon(tone),
    element(
      'div',
      { class: 'row' },
      element(
        'p',
        {},
        open === null ? element('span', {}, text) : linkView(open, text, actions),
        detail !== undefined && element('span', { class: 'detail' }, detail),
        ...links.map((link) => linkView(link.id, link.label, actions)),
      ),
      whole !== undefined &&
        foldedView(`${key} whole`, actions.texts.details, false, actions, () => element('p', {}, whole)),
      notes.length > 0 &&
        element(
          'ul',
          { role: 'list', class: 'notes' },
          ...notes.map((note) =>
            element(
              'li',
              { class: note.tone },
              note.open === null ? element('span', {}, note.text) : linkView(note.open, note.text, actions),
            ),
          ),
        ),
      diff && foldedView(`${key} diff`, diff.label, isUnfolded, actions, () => diffView(diff, actions.texts)),
      more &&
        foldedView(`${key} more`, more.label, false, actions, () => {
          const place = element('div', {});
          void actions.readDiff(more.id).then(
            (found) => replaceContent(place, found && diffView(found, actions.texts)),
            () => {},
          );
          return place;
        }),
    ),
  );
}

/** The content is made when it is first opened. */
function foldedView(
  key: string,
  label: string,
  isOpenByDefault: boolean,
  actions: CardActions,
  content: () => HTMLElement,
): HTMLElement {
  const box = element('details', { class: 'folded' }, element('summary', { 'data-key': key }, label));
  const fill = () => {
    if (box.childElementCount === 1) box.append(content());
  };
  if (actions.isOpen(key) ?? isOpenByDefault) {
    box.open = true;
    fill();
  }
  box.addEventListener('toggle', () => {
    if (box.open) fill();
    // The first event is that of the state above.
    if (box.open !== (actions.isOpen(key) ?? isOpenByDefault)) actions.setOpen(key, box.open);
  });
  return box;
}

function tableView({ columns, rows }: ReviewValueTable, caption: string): HTMLElement {
  const cell = (text: string, kind: string) => element('td', { class: kind }, text);
  return element(
    'div',
    { class: 'values', role: 'region', 'aria-label': caption, tabindex: 0 },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...columns.map((text) => element('th', { scope: 'col' }, text)))),
      element(
        'tbody',
        {},
        ...rows.map(({ name, before, after, difference, share }) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, name),
            cell(before, 'number'),
            cell(after, 'number'),
            element('td', { class: 'difference' }, barView(share), element('span', {}, difference)),
          ),
        ),
      ),
    ),
  );
}

/** From the middle: to the left for less, to the right for more. */
function barView(share: number): HTMLElement {
  const bar = element('span', { class: share < 0 ? 'less' : 'more' });
  // A small difference is still visible.
  const width = share === 0 ? 0 : Math.max(2, Math.abs(share) * 50);
  bar.style.width = `${width}%`;
  return element('span', { class: 'bar', 'aria-hidden': 'true' }, bar);
}

function linkView(id: string, label: string, { open }: CardActions): HTMLElement {
  // Ids are others in a newer review.
  return element(
    'button',
    { type: 'button', class: 'link', 'data-key': `open ${label}`, onclick: () => open(id) },
    label,
  );
}
