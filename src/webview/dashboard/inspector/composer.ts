/** Lets the user write one action, checks it against the catalog and sends it. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import { messageOf } from '../../../base/errors.ts';
import { actionNames, type ProtocolNames } from '../../../contract/messages/names.ts';
import type { HostText } from '../../shared/pageTexts.ts';
import { asAction, ignoredBecause, readPayload, samplePayload } from '../messages/compose.ts';

export interface SendReport {
  sent: boolean;
  queued: boolean;
  refused?: string | null | undefined;
}

export interface ComposerOwner {
  readonly names: ProtocolNames;
  /** The path that the embedded page shows now. */
  path(): string | null;
  /** Rejects if the page that sends the action does not answer. */
  send(name: string, payload: Record<string, unknown>): Promise<SendReport>;
}

export interface Composer {
  readonly node: HTMLElement;
  /** Starts from this message instead of a sample. */
  edit(type: string, payload: string): void;
}

/** Value of the option that lets the user enter any type. */
const other = '';

export function makeComposer(text: HostText, owner: ComposerOwner): Composer {
  const { names } = owner;
  const action = element(
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
    'aria-describedby': 'composer-status',
  });
  const status = element('p', { class: 'hint', id: 'composer-status', role: 'status' });
  const button = element('button', { class: 'primary', type: 'submit' }, text('inspector.send'));

  const showStatus = (message: string, wrong = false) => {
    status.className = wrong ? 'wrong' : 'hint';
    replaceContent(status, message);
  };
  const check = () => {
    const read = readPayload(payload.value);
    button.disabled = 'fault' in read || type.value.trim() === '';
    if ('fault' in read) return showStatus(text('inspector.badJson', read.fault).trim(), true);
    const { action, refused } = asAction(names, type.value.trim(), read.payload);
    const ignored = action && ignoredBecause(action);
    if (refused !== undefined) showStatus(text('inspector.notInCatalog', refused), true);
    else if (ignored) showStatus(text(`inspector.ignored.${ignored}`), true);
    else showStatus(text('inspector.inCatalog'));
  };
  const showType = () => {
    type.hidden = action.value !== other;
    if (action.value !== other) type.value = action.value;
  };
  const showSample = () => {
    showType();
    const name = names.actionOf(type.value);
    if (name) payload.value = JSON.stringify(samplePayload(name, owner.path()), undefined, 1).replace(/\n\s*/g, ' ');
    check();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const read = readPayload(payload.value);
    if ('fault' in read || button.disabled) return;
    const { sent, queued, refused } = await owner
      .send(type.value.trim(), read.payload)
      .catch((failure: unknown): SendReport => ({ sent: false, queued: false, refused: messageOf(failure) }));
    if (refused) showStatus(text('inspector.refused', refused), true);
    else if (sent || queued) showStatus(text(sent ? 'inspector.sent' : 'inspector.queued'));
  };
  action.addEventListener('change', () => {
    showSample();
    if (action.value === other) type.select();
  });
  type.addEventListener('input', check);
  payload.addEventListener('input', check);
  payload.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
  });
  const node = element(
    'form',
    { class: 'composer', hidden: true, 'aria-label': text('inspector.compose'), onsubmit: submit },
    element('div', { class: 'composer-type' }, action, type, button),
    payload,
    status,
  );
  action.value = names.action('refresh');
  showSample();
  return {
    node,
    edit(messageType, messagePayload) {
      action.value = names.actionOf(messageType) ? messageType : other;
      type.value = messageType;
      showType();
      payload.value = messagePayload;
      check();
    },
  };
}
