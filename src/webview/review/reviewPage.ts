/** Draws a review: its conclusion, its cards and a form. What the user entered, the focus and the position stay when the content changes. */

import { element, replaceContent, setAttribute } from '../../base/browser/dom.ts';
import {
  type ReviewAnswer,
  type ReviewCard,
  type ReviewContent,
  type ReviewDiff,
  ReviewPageState,
} from '../../contract/messages/reviewChannel.ts';
import { CardFilter } from './cardFilter.ts';
import { type CardActions, cardView, toneIcon } from './cardView.ts';

interface ReviewPageOptions {
  container: HTMLElement;
  /** The state that an earlier page remembered. */
  recalled: unknown;
  remember(state: ReviewPageState): void;
  /** The user typed another message. */
  draft(message: string): void;
  open(id: string): void;
  readDiff(id: string): Promise<ReviewDiff | null>;
  refresh(): void;
  copy(): void;
  act(answer: ReviewAnswer): void;
}

export class ReviewPage {
  readonly #options: ReviewPageOptions;
  /** Null until the user changes the proposed message. */
  #message: string | null = null;
  #keepBranch = false;
  #confirmed = false;
  #shown: ReviewContent | undefined;
  /** What the user opened or closed. */
  readonly #folds = new Map<string, boolean>();
  readonly #filter = new CardFilter(() => this.#drawCards());
  readonly #cards = element('div', { class: 'cards' });
  readonly #main = element('main', { class: 'review' });
  /** Stays in the document, so that screen readers read its changes. */
  readonly #status = element('p', { role: 'status' });

  constructor(options: ReviewPageOptions) {
    this.#options = options;
    replaceContent(options.container, this.#main, this.#status);
    const recalled = ReviewPageState.safeParse(options.recalled);
    if (recalled.success && recalled.data.message !== '') this.#message = recalled.data.message;
    if (recalled.success) this.#keepBranch = recalled.data.keepBranch;
  }

  show(content: ReviewContent): void {
    const focused = document.activeElement?.getAttribute('data-key') ?? null;
    const field = document.activeElement;
    const selection = field instanceof HTMLTextAreaElement ? [field.selectionStart, field.selectionEnd] : undefined;
    const { scrollY } = window;
    // The confirmation is valid for the shown review only; a changed one asks again.
    if (this.#shown && JSON.stringify(this.#shown.cards) !== JSON.stringify(content.cards)) {
      this.#confirmed = false;
    }
    const isNoticeNew = content.notice !== null && content.notice.text !== this.#shown?.notice?.text;
    const areDetailsOpen =
      !isNoticeNew && this.#main.querySelector<HTMLDetailsElement>('.notice details')?.open === true;
    this.#shown = content;
    setAttribute(this.#main, 'aria-busy', content.isBusy ? 'true' : null);
    replaceContent(
      this.#main,
      this.#header(content),
      this.#filter.view(content),
      this.#cards,
      content.form && consequenceView(content.form),
      content.form ? this.#form(content, content.form) : noticeBox(content),
    );
    this.#drawCards();
    const { tone, text } = content.status ?? { tone: 'plain', text: '' };
    this.#status.className = `status ${tone}`;
    if (this.#status.textContent !== text) replaceContent(this.#status, toneIcon(tone), text);
    // Without a form, the message is that of an earlier page.
    if (content.form || content.subject === null) this.#remember();
    const details = this.#main.querySelector('.notice details');
    if (details) setAttribute(details, 'open', areDetailsOpen);
    window.scrollTo(0, scrollY);
    // The button first: the page may be too small for both.
    if (isNoticeNew)
      for (const part of ['.primary', '.notice']) this.#main.querySelector(part)?.scrollIntoView({ block: 'nearest' });
    if (focused === null) return;
    const again = this.#main.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`);
    again?.focus({ preventScroll: true });
    if (selection && again instanceof HTMLTextAreaElement) again.setSelectionRange(selection[0]!, selection[1]!);
  }

  #header({ title, texts, conclusion, subject, form, isBusy }: ReviewContent): HTMLElement {
    const { copy, refresh } = this.#options;
    return element(
      'header',
      { class: 'top' },
      element('h1', {}, title),
      conclusion.length > 0 &&
        element(
          'ul',
          { class: 'conclusion', role: 'list', 'aria-label': texts.conclusion },
          ...conclusion.map(({ text, tone }) =>
            element('li', { class: tone }, toneIcon(tone), element('span', {}, text)),
          ),
        ),
      element(
        'p',
        { class: 'commands' },
        (form || subject === null) && this.#button('copy', texts.copy, copy),
        // The user commits or merges exactly what was reviewed.
        subject && this.#button('refresh', texts.refresh, refresh, isBusy),
      ),
    );
  }

  #drawCards(): void {
    const content = this.#shown;
    if (!content) return;
    const cards: readonly ReviewCard[] = this.#filter.apply(content.cards);
    const actions: CardActions = {
      texts: content.texts,
      open: this.#options.open,
      readDiff: this.#options.readDiff,
      isOpen: (key) => this.#folds.get(key),
      setOpen: (key, isOpen) => void this.#folds.set(key, isOpen),
    };
    const isEmpty = cards.length === 0 && content.cards.length > 0;
    replaceContent(
      this.#cards,
      ...cards.map((card) => cardView(card, actions)),
      isEmpty && element('p', { class: 'hint' }, content.texts.nothingFound),
    );
  }

  #form(content: ReviewContent, form: NonNullable<ReviewContent['form']>): HTMLElement {
    const { isBusy } = content;
    const { confirmation, keepBranch, message, button } = form;
    const submit = (event: Event) => {
      event.preventDefault();
      this.#options.act({
        message: this.#message ?? message.value,
        confirmed: this.#confirmed,
        keepBranch: this.#keepBranch,
      });
    };
    return element(
      'form',
      { class: 'act', 'aria-labelledby': 'consequence', onsubmit: submit, novalidate: true },
      element('label', { for: 'message' }, message.label),
      this.#messageBox(message),
      noticeBox(content),
      keepBranch !== null &&
        this.#checkBox('keep', keepBranch, this.#keepBranch, (checked) => {
          this.#keepBranch = checked;
          this.#remember();
        }),
      confirmation !== null &&
        this.#checkBox('confirm', confirmation, this.#confirmed, (checked) => {
          this.#confirmed = checked;
        }),
      // Not `disabled`, which would lose the focus. The extension ignores it while it is busy.
      element(
        'button',
        { type: 'submit', class: 'primary', 'data-key': 'act', 'aria-disabled': inactive(isBusy) },
        button,
      ),
    );
  }

  #messageBox({ value, placeholder }: NonNullable<ReviewContent['form']>['message']): HTMLElement {
    const box = element('textarea', { id: 'message', 'data-key': 'message', rows: 2, placeholder });
    box.value = this.#message ?? value;
    box.addEventListener('input', () => {
      this.#message = box.value;
      this.#remember();
      this.#options.draft(box.value);
    });
    return box;
  }

  #remember(): void {
    const { subject = null, form } = this.#shown ?? {};
    const message = subject === null ? '' : (this.#message ?? form?.message.value ?? '');
    this.#options.remember({ subject, message, keepBranch: this.#keepBranch });
  }

  #checkBox(key: string, label: string, checked: boolean, change: (checked: boolean) => void): HTMLElement {
    const box = element('input', { type: 'checkbox', 'data-key': key, checked });
    box.addEventListener('change', () => change(box.checked));
    return element('label', { class: 'check' }, box, label);
  }

  #button(key: string, label: string, run: () => void, isBusy = false): HTMLElement {
    const attributes = { type: 'button', 'data-key': key, onclick: run, 'aria-disabled': inactive(isBusy) };
    return element('button', attributes, label);
  }
}

/** Above the button, because the user looks there after pressing it. */
function noticeBox({ notice, texts }: ReviewContent): HTMLElement | null {
  if (!notice) return null;
  const { tone, text, lines, details } = notice;
  return element(
    'div',
    { class: `notice ${tone}`, role: 'alert' },
    toneIcon(tone),
    element(
      'div',
      {},
      element('p', {}, text),
      lines.length > 0 && element('ul', {}, ...lines.map((line) => element('li', {}, line))),
      details !== undefined &&
        element('details', {}, element('summary', { 'data-key': 'details' }, texts.details), element('p', {}, details)),
    ),
  );
}

/** The effect of the button. It is read before the form, which stays in view. */
function consequenceView({ consequence }: NonNullable<ReviewContent['form']>): HTMLElement {
  return element(
    'section',
    { class: 'consequence' },
    element('h2', { id: 'consequence' }, consequence.title),
    ...consequence.paragraphs.map((text) => element('p', {}, text)),
  );
}

function inactive(isBusy: boolean): string | null {
  return isBusy ? 'true' : null;
}
