/** What lies over the dashboard while there is none to see: it loads, or why it does not and what can be done. */

import { element, replaceContent } from '../../base/browser/dom.ts';
import type { HostTextKey } from '../../contract/messages/hostTexts.ts';
import { icon } from './elements/icons.ts';
import type { Texts } from './elements/texts.ts';
import { outsideOf } from './extension/outsidePage.ts';
import type { HostCommands, HostView } from './extension/view.ts';

type Button = [label: HostTextKey, click: () => void];

export interface Overlay {
  readonly node: HTMLElement;
  render(view: HostView): void;
}

export function makeOverlay(text: Texts, commands: HostCommands): Overlay {
  const node = element('div', { class: 'cover', role: 'status', 'aria-live': 'polite' });
  let shown = '';
  const render = (view: HostView) => {
    const { session, config } = view;
    const { problem, phase } = session;
    const outside = outsideOf(view) !== undefined;
    const key = JSON.stringify([problem, phase, config.home, config.mode, config.notFramed, outside]);
    if (key === shown) return;
    shown = key;
    // Until the old session ends the dashboard works, and the notice says enough.
    const still = lostRenewal(view) && phase !== 'expired';
    node.hidden = still || (!problem && phase !== 'minting' && phase !== 'loading');
    // A viewer of private mode may have to sign in inside the frame before it is ready: nothing may lie over it.
    const beside = isBeside(view);
    node.classList.toggle('beside', beside);
    node.classList.toggle('elsewhere', outside);
    node.dataset.problem = problem?.kind ?? '';
    if (!problem) {
      const waiting = text(phase === 'minting' ? 'cover.minting' : 'cover.loading');
      replaceContent(node, element('span', { class: 'spinner', 'aria-hidden': 'true' }), waiting);
      return;
    }
    const buttons = buttonsFor(view, commands);
    replaceContent(
      node,
      icon(outside ? 'outside' : 'warning'),
      element(
        'h2',
        {},
        text(outside ? 'outside.title' : lostRenewal(view) ? 'problem.renewal' : `problem.${problem.kind}`),
      ),
      element('p', {}, outside ? text('outside.text') : explanation(text, view)),
      element(
        'div',
        { class: 'buttons' },
        ...buttons.map(([label, click], index) =>
          element('button', { class: index === 0 ? 'primary' : '', type: 'button', onclick: click }, text(label)),
        ),
      ),
    );
  };
  return { node, render };
}

/** The dashboard is there; only its session could not be followed by another. */
function lostRenewal({ session }: HostView): boolean {
  return session.ready && session.problem?.kind === 'mint-failed';
}

/** Whether the cover leaves the frame in sight. */
function isBeside({ session }: HostView): boolean {
  const { problem, mode, phase, ready } = session;
  if (!problem) return mode === 'private' && phase === 'loading';
  return ready || (mode === 'private' && problem.kind === 'not-framed');
}

function explanation(text: Texts, { session, config }: HostView): string {
  const { kind, message, action } = session.problem!;
  if (kind === 'not-framed' && config.notFramed && config.home === 'editor')
    return text('problem.not-framed.header', config.tenantOrigin, config.notFramed);
  if (kind === 'not-framed') {
    const key = config.home === 'editor' ? 'problem.not-framed.text' : 'problem.not-framed.browser';
    return text(key, config.tenantOrigin, Math.round(config.readyTimeoutMs / 1_000));
  }
  if (kind === 'mint-forbidden') return text('problem.mint-forbidden.text', message);
  return action ? text('failure.action', message, action) : message;
}

function buttonsFor(view: HostView, commands: HostCommands): Button[] {
  const { session, config } = view;
  const again = lostRenewal(view) ? () => commands.do('renew') : commands.tryHere;
  const retry: Button = ['problem.retry', again];
  if (outsideOf(view))
    return [
      ['problem.outside', commands.openOutside],
      ['outside.here', commands.tryHere],
    ];
  const outside: Button[] = config.home === 'editor' ? [['problem.outside', commands.openOutside]] : [];
  const exported: Button[] = config.canExport ? [['problem.export', () => commands.exportAs('png')]] : [];
  switch (session.problem!.kind) {
    case 'not-framed':
      return [
        ...outside,
        retry,
        ...(config.notFramed ? [] : [['problem.wait', commands.keepWaiting] satisfies Button]),
      ];
    case 'mint-forbidden':
      return [
        ['problem.private', () => commands.useMode('private')],
        ['problem.adminKey', commands.enterAdminKey],
        ...exported,
        retry,
      ];
    case 'mint-failed':
    case 'embed-error':
      return [retry];
  }
}
