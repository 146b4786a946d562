/** What a viewer sees instead of a surface: a sign-in, or why there is nothing to see. */

import { h, icon } from './dom.ts';
import type { Preferences } from './preferences.ts';
import { wordsFor } from './words.ts';

export type FailureKind = 'session' | 'not-found' | 'embedding' | 'expired';

const titles = {
  session: 'This session cannot be used',
  'not-found': 'There is nothing here',
  embedding: 'This may not be embedded',
};

const advice = {
  session: 'A session id works once and for five minutes. Ask the page around this one for a fresh one.',
  'not-found': 'The address names a dashboard or a deployment that this platform does not have.',
  embedding: 'Somebody who manages the dashboard can allow embedding.',
};

export function failureScreen(kind: FailureKind, message: string, { locale }: Preferences): HTMLElement {
  const words = wordsFor(locale);
  const [title, text] = kind === 'expired' ? [words.expiredTitle, words.expiredText] : [titles[kind], advice[kind]];
  return h(
    'div',
    { class: kind === 'expired' ? 'screen veil' : 'screen', role: 'alert', 'data-failure': kind },
    h(
      'div',
      { class: 'card' },
      icon('lock'),
      h('h1', {}, title),
      message !== '' && h('p', {}, message),
      h('p', { class: 'detail' }, text),
    ),
  );
}

export function signInScreen({ locale }: Preferences, enter: () => void): HTMLElement {
  const words = wordsFor(locale);
  const button = h('button', { type: 'button', class: 'button primary', 'data-sign-in': true }, words.signIn);
  button.addEventListener('click', () => {
    button.disabled = true;
    enter();
  });
  return h(
    'div',
    { class: 'screen' },
    h(
      'div',
      { class: 'card' },
      icon('lock'),
      h('h1', {}, words.signInTitle),
      h('p', { class: 'detail' }, words.signInText),
      button,
    ),
  );
}
