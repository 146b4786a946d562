/** Draws a review as headings, lists and a form. What the user entered, the focus and the position stay when the content changes. */

import { type Child, element, replaceContent, setAttribute } from '../../base/browser/dom.ts';
import {
  type ReviewAnswer,
  type ReviewContent,
  ReviewPageState,
  type ReviewRow,
  type ReviewSection,
} from '../../contract/messages/reviewChannel.ts';
import { type IconName, icon } from '../shared/icons.ts';

interface ReviewPageOptions {
  container: HTMLElement;
  /** The state that an earlier page remembered. */
  recalled: unknown;
  remember(state: ReviewPageState): void;
  /** The user typed another message. */
  draft(message: string): void;
  open(id: string): void;
  refresh(): void;
  copy(): void;
  act(answer: ReviewAnswer): void;
}

const icons: Record<ReviewRow['tone'], IconName | undefined> = {
  plain: undefined,
  good: 'check',
  warning: 'warning',
  error: 'error',
};

export class ReviewPage {
  readonly #options: ReviewPageOptions;
  /** Null until the user changes the proposed message. */
  #message: string | null = null;
  #keepBranch = false;
  #confirmed = false;
  #shown: ReviewContent | undefined;
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
    if (this.#shown && JSON.stringify(this.#shown.sections) !== JSON.stringify(content.sections)) {
      this.#confirmed = false;
    }
    const isNoticeNew = content.notice !== null && content.notice.text !== this.#shown?.notice?.text;
    const areDetailsOpen = !isNoticeNew && this.#main.querySelector('details')?.open === true;
    this.#shown = content;
    setAttribute(this.#main, 'aria-busy', content.isBusy ? 'true' : null);
    replaceContent(
      this.#main,
      this.#header(content),
      ...content.sections.map((section) => this.#section(section)),
      content.form ? this.#form(content, content.form) : noticeBox(content),
    );
    const { tone, text } = content.status ?? { tone: 'plain', text: '' };
    this.#status.className = `status ${tone}`;
    if (this.#status.textContent !== text) replaceContent(this.#status, toneIcon(tone), text);
    // Without a form, the message is that of an earlier page.
    if (content.form || content.subject === null) this.#remember();
    setAttribute(this.#main.querySelector('details') ?? this.#main, 'open', areDetailsOpen);
    window.scrollTo(0, scrollY);
    // The button first: the page may be too small for both.
    if (isNoticeNew)
      for (const part of ['.primary', '.notice']) this.#main.querySelector(part)?.scrollIntoView({ block: 'nearest' });
    if (focused === null) return;
    const again = this.#main.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`);
    again?.focus({ preventScroll: true });
    if (selection && again instanceof HTMLTextAreaElement) again.setSelectionRange(selection[0]!, selection[1]!);
  }

  #header({ title, commands, subject, form, isBusy }: ReviewContent): HTMLElement {
    const { copy, refresh } = this.#options;
    return element(
      'header',
      {},
      element('h1', {}, title),
      element(
        'p',
        { class: 'commands' },
        (form || subject === null) && this.#button('copy', commands.copy, copy),
        // The user commits or merges exactly what was reviewed.
        subject && this.#button('refresh', commands.refresh, refresh, isBusy),
      ),
    );
  }

  #section({ title, rows, links }: ReviewSection): HTMLElement {
    return element(
      'section',
      {},
      element('h2', {}, title, ...links.map((link) => this.#link(link.id, link.label))),
      // Safari takes the role from a list without marks. A list of plain rows needs no column for icons.
      rows.length > 0 &&
        element(
          'ul',
          { role: 'list', class: rows.some(({ tone }) => tone !== 'plain') ? 'rows marked' : 'rows' },
          ...rows.map((row) => this.#row(row)),
        ),
    );
  }

  #row({ text, tone, open, detail, links, notes }: ReviewRow): HTMLElement {
    return element(
      'li',
      { class: tone },
      toneIcon(tone),
      element(
        'p',
        {},
        open === null ? element('span', {}, text) : this.#link(open, text),
        detail !== undefined && element('span', { class: 'detail' }, detail),
        ...links.map((link) => this.#link(link.id, link.label)),
      ),
      notes.length > 0 &&
        element(
          'ul',
          { role: 'list', class: 'notes' },
          ...notes.map((note) =>
            element(
              'li',
              { class: note.tone },
              note.open === null ? element('span', {}, note.text) : this.#link(note.open, note.text),
            ),
          ),
        ),
    );
  }

  #form(content: ReviewContent, form: NonNullable<ReviewContent['form']>): HTMLElement {
    const { isBusy } = content;
    const { consequence, confirmation, keepBranch, message, button } = form;
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
      { 'aria-labelledby': 'consequence', onsubmit: submit, novalidate: true },
      element('h2', { id: 'consequence' }, consequence.title),
      ...consequence.paragraphs.map((text) => element('p', {}, text)),
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
    const box = element('textarea', { id: 'message', 'data-key': 'message', rows: 3, placeholder });
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

  #link(id: string, label: Child): HTMLElement {
    return element(
      'button',
      { type: 'button', class: 'link', 'data-key': `open ${id}`, onclick: () => this.#options.open(id) },
      label,
    );
  }

  #button(key: string, label: string, run: () => void, isBusy = false): HTMLElement {
    const attributes = { type: 'button', 'data-key': key, onclick: run, 'aria-disabled': inactive(isBusy) };
    return element('button', attributes, label);
  }
}

/** Above the button, because the user looks there after pressing it. */
function noticeBox({ notice, commands }: ReviewContent): HTMLElement | null {
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
        element(
          'details',
          {},
          element('summary', { 'data-key': 'details' }, commands.details),
          element('p', {}, details),
        ),
    ),
  );
}

function toneIcon(tone: ReviewRow['tone']): SVGSVGElement | null {
  const name = icons[tone];
  return name === undefined ? null : icon(name);
}

function inactive(isBusy: boolean): string | null {
  return isBusy ? 'true' : null;
}
