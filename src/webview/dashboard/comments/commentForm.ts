/** A form that writes one comment, with suggestions for mentions. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import type { CommentPerson } from '../../../contract/messages/hostComments.ts';
import type { HostText } from '../../shared/pageTexts.ts';

export interface CommentDraft {
  text: string;
  /** Ids of the mentioned users. */
  mentions: string[];
}

export interface CommentFormOptions {
  label: string;
  buttonLabel: string;
  value?: string;
  users(): Promise<readonly CommentPerson[]>;
  /** Resolves to true if the comment was saved. */
  submit(draft: CommentDraft): Promise<boolean>;
}

const maxSuggestions = 6;

export function makeCommentForm(text: HostText, options: CommentFormOptions): HTMLFormElement {
  const { label, users } = options;
  const input = element('textarea', { rows: 2, placeholder: label, 'aria-label': label });
  input.value = options.value ?? '';
  const suggestions = element('div', {
    class: 'mentions',
    role: 'listbox',
    'aria-label': text('comments.mention'),
    hidden: true,
  });
  const suggest = async () => {
    const end = input.selectionStart;
    const found = /@([^@\n]{0,40})$/.exec(input.value.slice(0, end));
    suggestions.hidden = true;
    if (!found) return;
    const prefix = found[1]!.toLowerCase();
    const matching = (await users()).filter(({ name }) => name.toLowerCase().startsWith(prefix));
    const insert = (name: string) => {
      input.setRangeText(`@${name} `, found.index, input.selectionStart, 'end');
      suggestions.hidden = true;
      input.focus();
    };
    replaceContent(
      suggestions,
      ...matching
        .slice(0, maxSuggestions)
        .map(({ name }) => element('button', { type: 'button', role: 'option', onclick: () => insert(name) }, name)),
    );
    suggestions.hidden = matching.length === 0;
  };
  input.addEventListener('input', () => void suggest());
  const button = element('button', { class: 'primary', type: 'submit' }, options.buttonLabel);
  const submit = async (event: Event) => {
    event.preventDefault();
    const comment = input.value.trim();
    if (comment === '') return input.focus();
    button.disabled = true;
    const mentions = (await users()).filter(({ name }) => comment.includes(`@${name}`)).map(({ id }) => id);
    if (await options.submit({ text: comment, mentions })) input.value = '';
    button.disabled = false;
  };
  return element('form', { onsubmit: (event) => void submit(event) }, input, suggestions, button);
}
