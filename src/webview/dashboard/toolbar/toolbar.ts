/** The toolbar above the dashboard. */

import { element, replaceContent, setAttribute } from '../../../base/browser/dom.ts';
import type { HostOptions } from '../../../contract/messages/hostConfig.ts';
import type { HostText } from '../../shared/pageTexts.ts';
import { iconButton } from '../view/buttons.ts';
import { type HostCommands, type HostView, outsideOf } from '../view/hostView.ts';
import { exportMenu } from './exportMenu.ts';
import type { FilterMenu } from './filterMenu.ts';
import { moreMenu } from './moreMenu.ts';
import { moveOverflow } from './overflow.ts';
import { timeZoneMenu } from './timeZoneMenu.ts';

/** The value of “Other User…”; those of profiles start with `=`. */
const otherProfile = '+';

export interface Toolbar {
  readonly node: HTMLElement;
  render(view: HostView): void;
}

export function makeToolbar(text: HostText, commands: HostCommands, filters: FilterMenu): Toolbar {
  const back = iconButton('back', text('toolbar.back'), () => commands.run('back'));
  const forward = iconButton('forward', text('toolbar.forward'), () => commands.run('forward'));
  const refresh = iconButton('refresh', text('toolbar.refresh'), () => commands.run('refresh'));
  const branch = selectBox(text('toolbar.branch'), 'branch', (value) =>
    commands.choose({ branch: value === '' ? null : value.slice(1) }),
  );
  const profile = selectBox(text('toolbar.profile'), 'profile', (value) => {
    if (value === otherProfile) commands.pickProfile();
    else commands.choose({ profile: value === '' ? null : value.slice(1) });
  });
  const theme = selectBox(text('toolbar.theme'), 'theme', (value) =>
    commands.choose({ theme: value as HostOptions['theme'] }),
  );
  const locale = selectBox(text('toolbar.locale'), 'locale', (value) => commands.choose({ locale: value || null }));
  const zone = timeZoneMenu(text, commands);
  const exports = exportMenu(text, commands);
  const comments = iconButton('comments', text('toolbar.comments'), () => commands.toggle('comments'));
  const inspector = iconButton('inspector', text('toolbar.inspector'), () => commands.toggle('inspector'));
  const more = moreMenu(text, commands);
  const actions = element('div', { class: 'actions' }, exports.node, comments, inspector, more.node);
  const optional = [filters.node, profile, theme, locale, zone.node];
  const node = element(
    'header',
    { class: 'toolbar', role: 'toolbar', 'aria-label': text('toolbar.label') },
    ...[back, forward, refresh, branch, ...optional, actions],
  );
  const updateOverflow = moveOverflow(node, optional, actions, more.controls, more.isOpen);

  const render = (view: HostView) => {
    const { config, history, panels } = view;
    const { options } = config;
    const { canGoBack, canGoForward } = outsideOf(view) ?? history;
    back.disabled = !canGoBack;
    forward.disabled = !canGoForward;
    fillSelect(
      branch,
      config.branches.map(({ name, label, kind }) => [name === null ? '' : `=${name}`, branchLabel(text, label, kind)]),
      options.branch === null ? '' : `=${options.branch}`,
    );
    profile.hidden = config.mode === 'private';
    fillSelect(
      profile,
      [
        ['', text('profile.self')],
        ...config.profiles.map(({ name }): [string, string] => [`=${name}`, text('profile.as', name)]),
        [otherProfile, text('profile.other')],
      ],
      options.profile === null ? '' : `=${options.profile}`,
    );
    fillSelect(
      theme,
      (['follow', 'light', 'dark', 'auto'] as const).map((one) => [one, text(`theme.${one}`)]),
      options.theme,
    );
    fillSelect(
      locale,
      [['', text('locale.default')], ...config.locales.map(({ code, label }): [string, string] => [code, label])],
      options.locale ?? '',
    );
    zone.render(view);
    filters.render(view);
    exports.render(view);
    more.render(view);
    comments.hidden = !config.comments;
    setAttribute(comments, 'aria-pressed', String(panels.comments));
    setAttribute(inspector, 'aria-pressed', String(panels.inspector));
    updateOverflow();
  };
  return { node, render };
}

function branchLabel(text: HostText, label: string, kind: 'production' | 'staging' | 'dev'): string {
  return kind === 'production' ? label || text('branch.production') : text(`branch.${kind}`, label);
}

/** A `<select>` without options. */
function selectBox(label: string, name: string, onSelect: (value: string) => void): HTMLSelectElement {
  const node = element('select', { 'aria-label': label, title: label, name });
  node.addEventListener('change', () => onSelect(node.value));
  return node;
}

/** Replaces the options only if they differ, so that an open list stays open. */
function fillSelect(node: HTMLSelectElement, options: readonly (readonly [string, string])[], value: string): void {
  const known = options.some(([one]) => one === value);
  const wanted = known ? options : [...options, [value, value.replace(/^=/, '')] as const];
  const same =
    node.options.length === wanted.length &&
    wanted.every(([one, label], index) => node.options[index]?.value === one && node.options[index]?.text === label);
  if (!same) replaceContent(node, ...wanted.map(([one, label]) => element('option', { value: one }, label)));
  if (node.value !== value) node.value = value;
}
