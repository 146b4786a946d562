/** The overlay on the dashboard while it loads or cannot be shown: the state, the reason and the next steps. */

import { element, replaceContent } from '../../base/browser/dom.ts';
import type { HostTextKey } from '../../contract/messages/hostTexts.ts';
import { icon } from '../shared/icons.ts';
import type { HostText } from '../shared/pageTexts.ts';
import { failureText } from './extension/failures.ts';
import { type HostCommands, type HostView, outsideOf } from './view/hostView.ts';

type Button = [label: HostTextKey, click: () => void];

export interface Overlay {
  readonly node: HTMLElement;
  render(view: HostView): void;
}

export function makeOverlay(text: HostText, commands: HostCommands): Overlay {
  const node = element('div', { class: 'overlay', role: 'status', 'aria-live': 'polite' });
  let shown = '';
  const render = (view: HostView) => {
    const { session, config } = view;
    const { problem, phase } = session;
    const outside = outsideOf(view) !== undefined;
    const key = JSON.stringify([problem, phase, config.environment, config.mode, config.notFramed, outside]);
    if (key === shown) return;
    shown = key;
    // After a failed renewal the dashboard works until its session expires; the notice is enough.
    const works = renewalFailed(view) && phase !== 'expired';
    node.hidden = works || (!problem && phase !== 'minting' && phase !== 'loading');
    node.classList.toggle('beside', leavesFrameVisible(view));
    node.classList.toggle('elsewhere', outside);
    node.dataset.problem = problem?.kind ?? '';
    if (problem) showProblem(view);
    else {
      const waiting = text(phase === 'minting' ? 'overlay.minting' : 'overlay.loading');
      replaceContent(node, element('span', { class: 'spinner', 'aria-hidden': 'true' }), waiting);
    }
  };
  const showProblem = (view: HostView) => {
    const outside = outsideOf(view) !== undefined;
    const buttons = buttonsFor(view, commands).map(([label, onclick], index) =>
      element('button', { class: index === 0 ? 'primary' : '', type: 'button', onclick }, text(label)),
    );
    replaceContent(
      node,
      icon(outside ? 'outside' : 'warning'),
      element('h2', {}, text(titleOf(view))),
      element('p', {}, outside ? text('outside.text') : explanation(text, view)),
      element('div', { class: 'buttons' }, ...buttons),
    );
  };
  return { node, render };
}

/** The dashboard is shown, but its session could not be renewed. */
function renewalFailed({ session }: HostView): boolean {
  return session.ready && session.problem?.kind === 'mint-failed';
}

/** In private mode the user may have to sign in inside the frame before it is ready. */
function leavesFrameVisible({ session }: HostView): boolean {
  const { problem, mode, phase, ready } = session;
  if (!problem) return mode === 'private' && phase === 'loading';
  return ready || (mode === 'private' && problem.kind === 'not-framed');
}

function titleOf(view: HostView): HostTextKey {
  if (outsideOf(view)) return 'outside.title';
  return renewalFailed(view) ? 'problem.renewal' : `problem.${view.session.problem!.kind}`;
}

function explanation(text: HostText, { session, config }: HostView): string {
  const problem = session.problem!;
  if (problem.kind === 'not-framed' && config.notFramed && config.environment === 'editor')
    return text('problem.not-framed.header', config.tenantOrigin, config.notFramed);
  if (problem.kind === 'not-framed') {
    const key = config.environment === 'editor' ? 'problem.not-framed.text' : 'problem.not-framed.browser';
    return text(key, config.tenantOrigin, Math.round(config.readyTimeoutMs / 1_000));
  }
  if (problem.kind === 'mint-forbidden') return text('problem.mint-forbidden.text', problem.message);
  return failureText(text, problem);
}

function buttonsFor(view: HostView, commands: HostCommands): Button[] {
  const { session, config } = view;
  const retry: Button = ['problem.retry', renewalFailed(view) ? () => commands.run('renew') : commands.loadHere];
  if (outsideOf(view))
    return [
      ['problem.outside', commands.openOutside],
      ['outside.here', commands.loadHere],
    ];
  const outside: Button[] = config.environment === 'editor' ? [['problem.outside', commands.openOutside]] : [];
  const exported: Button[] = config.canExport ? [['problem.export', () => commands.exportAs('png')]] : [];
  const wait: Button[] = config.notFramed ? [] : [['problem.wait', commands.keepWaiting]];
  switch (session.problem!.kind) {
    case 'not-framed':
      return [...outside, retry, ...wait];
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
