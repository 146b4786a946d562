/** Screens shown instead of a surface: the sign-in and the reason why nothing is shown. */

import { element, strokeIcon } from '../../../base/browser/dom.ts';

export type FailureKind = 'session' | 'not-found' | 'embedding' | 'expired';

const texts: Record<FailureKind, readonly [title: string, advice: string]> = {
  session: [
    'This session cannot be used',
    'A session id works once and for five minutes. Request a new one from the host page.',
  ],
  'not-found': ['There is nothing here', 'The address names a dashboard or a deployment that does not exist.'],
  embedding: [
    'This may not be embedded',
    'The owner of the dashboard can allow embedding and grant access to its workbook.',
  ],
  expired: ['The session has expired', 'It continues when the host page sends a new session.'],
};

export function failureScreen(kind: FailureKind, message: string): HTMLElement {
  const [title, advice] = texts[kind];
  const attributes = { class: kind === 'expired' ? 'screen overlay' : 'screen', role: 'alert', 'data-failure': kind };
  return screen(attributes, title, message !== '' && element('p', {}, message), detail(advice));
}

export function signInScreen(signIn: () => void): HTMLElement {
  const onclick = () => {
    button.disabled = true;
    signIn();
  };
  const attributes = { type: 'button', class: 'button primary', 'data-sign-in': true, onclick };
  const button: HTMLButtonElement = element('button', attributes, 'Continue as Developer');
  const text = detail('Only users who are signed in to the platform can see it.');
  return screen({ class: 'screen' }, 'Private dashboard', text, button);
}

function screen(attributes: Record<string, string>, title: string, ...content: readonly (HTMLElement | false)[]) {
  const lock = strokeIcon('M4.5 7.5h7v6h-7zM5.8 7.5V5.2a2.2 2.2 0 0 1 4.4 0v2.3');
  return element('div', attributes, element('div', { class: 'card' }, lock, element('h1', {}, title), ...content));
}

function detail(text: string): HTMLElement {
  return element('p', { class: 'detail' }, text);
}
