/** Composes one action by hand, says what the catalog holds against it, and sends it. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import { messageOf } from '../../../base/errors.ts';
import { actionNames, type ProtocolNames } from '../../../contract/messages/names.ts';
import { asAction, ignoredBecause, readPayload, samplePayload } from '../../core/compose.ts';
import type { Texts } from '../elements/texts.ts';

export interface Sending {
  sent: boolean;
  queued: boolean;
  refused?: string | null | undefined;
}

export interface ComposerOwner {
  readonly names: ProtocolNames;
  /** Where the embed is now. */
  path(): string | null;
  /** Rejects where the page that is to send it cannot be asked. */
  send(name: string, payload: Record<string, unknown>): Promise<Sending>;
}

export interface Composer {
  readonly node: HTMLElement;
  /** Begins with this message instead of a sample. */
  begin(type: string, payload: string): void;
}

/** Value of the choice that lets a person name any type. */
const other = '';

export function makeComposer(text: Texts, owner: ComposerOwner): Composer {
  const { names } = owner;
  const choice = element(
    'select',
    { 'aria-label': text('inspector.type'), name: 'action' },
    ...actionNames.map((name) => element('option', { value: names.action(name) }, name)),
    element('option', { value: other }, text('inspector.otherType')),
  );
  const type = element('input', {
    'aria-label': text('inspector.typeName'),
    spellcheck: 'false',
    name: 'type',
    hidden: true,
  });
  const payload = element('textarea', {
    rows: 3,
    name: 'payload',
    spellcheck: 'false',
    'aria-label': text('inspector.payload'),
    'aria-describedby': 'composer-verdict',
  });
  const verdict = element('p', { class: 'hint', id: 'composer-verdict', role: 'status' });
  const button = element('button', { class: 'primary', type: 'submit' }, text('inspector.send'));

  const say = (words: string, wrong = false) => {
    verdict.className = wrong ? 'wrong' : 'hint';
    replaceContent(verdict, words);
  };
  /** What is wrong with what stands there; says it. */
  const check = () => {
    const read = readPayload(payload.value);
    button.disabled = 'fault' in read || type.value.trim() === '';
    if ('fault' in read) return say(text('inspector.badJson', read.fault).trim(), true);
    const { action, refused } = asAction(names, type.value.trim(), read.payload);
    const ignored = action && ignoredBecause(action);
    if (refused !== undefined) say(text('inspector.notInCatalog', refused), true);
    else if (ignored) say(text(`inspector.ignored.${ignored}`), true);
    else say(text('inspector.inCatalog'));
  };
  const showType = () => {
    type.hidden = choice.value !== other;
    if (choice.value !== other) type.value = choice.value;
  };
  const offer = () => {
    showType();
    const name = names.actionOf(type.value);
    if (name) payload.value = JSON.stringify(samplePayload(name, owner.path()), undefined, 1).replace(/\n\s*/g, ' ');
    check();
  };
  choice.addEventListener('change', () => {
    offer();
    if (choice.value === other) type.select();
  });
  type.addEventListener('input', check);
  payload.addEventListener('input', check);
  const submit = async (event: Event) => {
    event.preventDefault();
    const read = readPayload(payload.value);
    if ('fault' in read || button.disabled) return;
    const { sent, queued, refused } = await owner
      .send(type.value.trim(), read.payload)
      .catch((failure: unknown): Sending => ({ sent: false, queued: false, refused: messageOf(failure) }));
    if (refused) say(text('inspector.refused', refused), true);
    else if (sent || queued) say(text(sent ? 'inspector.sent' : 'inspector.queued'));
  };
  payload.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
  });
  const node = element(
    'form',
    { class: 'composer', hidden: true, 'aria-label': text('inspector.compose'), onsubmit: submit },
    element('div', { class: 'composer-type' }, choice, type, button),
    payload,
    verdict,
  );
  choice.value = names.action('refresh');
  offer();
  return {
    node,
    begin(named, written) {
      choice.value = names.actionOf(named) ? named : other;
      type.value = named;
      showType();
      payload.value = written;
      check();
    },
  };
}
