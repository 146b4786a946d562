/** The bar above the dashboard. Shows the view it is given and asks for what a person clicks. */

import type { HostOptions } from '../../../contract/messages/hostConfig.ts';
import { element, refill, setAttribute } from '../elements/dom.ts';
import { type IconName, icon } from '../elements/icons.ts';
import type { Texts } from '../elements/texts.ts';
import { outsideOf } from '../extension/outsidePage.ts';
import type { HostCommands, HostView } from '../extension/view.ts';
import type { FilterMenu } from './filterMenu.ts';
import { popover } from './popover.ts';
import { timeZoneMenu } from './timeZoneMenu.ts';

export function iconButton(name: IconName, label: string, click?: () => void): HTMLButtonElement {
  return element(
    'button',
    {
      class: 'icon-button',
      attributes: { type: 'button', title: label, 'aria-label': label },
      on: click ? { click } : {},
    },
    icon(name),
  );
}

export interface Toolbar {
  readonly node: HTMLElement;
  render(view: HostView): void;
}

export function makeToolbar(text: Texts, commands: HostCommands, filters: FilterMenu): Toolbar {
  const back = iconButton('back', text('toolbar.back'), () => commands.do('back'));
  const forward = iconButton('forward', text('toolbar.forward'), () => commands.do('forward'));
  const refresh = iconButton('refresh', text('toolbar.refresh'), () => commands.do('refresh'));
  const branch = choice(text('toolbar.branch'), 'branch', (value) =>
    commands.choose({ branch: value === '' ? null : value.slice(1) }),
  );
  const theme = choice(text('toolbar.theme'), 'theme', (value) =>
    commands.choose({ theme: value as HostOptions['theme'] }),
  );
  const locale = choice(text('toolbar.locale'), 'locale', (value) => commands.choose({ locale: value || null }));
  const zone = timeZoneMenu(text, commands);
  const exports = exportMenu(text, commands);
  const comments = iconButton('comments', text('toolbar.comments'), () => commands.toggle('comments'));
  const inspector = iconButton('inspector', text('toolbar.inspector'), () => commands.toggle('inspector'));
  const more = moreMenu(text, commands);
  const actions = element('div', { class: 'actions' }, exports.node, comments, inspector, more.node);
  const node = element(
    'header',
    { class: 'toolbar', attributes: { role: 'toolbar', 'aria-label': text('toolbar.label') } },
    ...[back, forward, refresh, branch, filters.node, theme, locale, zone.node, actions],
  );

  const render = (view: HostView) => {
    const { config, history, panels } = view;
    const { options } = config;
    const { canGoBack, canGoForward } = outsideOf(view) ?? history;
    back.disabled = !canGoBack;
    forward.disabled = !canGoForward;
    fill(
      branch,
      config.branches.map(({ name, label, kind }) => [name === null ? '' : `=${name}`, branchLabel(text, label, kind)]),
      options.branch === null ? '' : `=${options.branch}`,
    );
    fill(
      theme,
      (['follow', 'light', 'dark', 'auto'] as const).map((one) => [one, text(`theme.${one}`)]),
      options.theme,
    );
    fill(
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
  };
  return { node, render };
}

function branchLabel(text: Texts, label: string, kind: 'production' | 'staging' | 'dev'): string {
  return kind === 'production' ? label || text('branch.production') : text(`branch.${kind}`, label);
}

function choice(label: string, name: string, chosen: (value: string) => void): HTMLSelectElement {
  const node = element('select', { attributes: { 'aria-label': label, title: label, name } });
  node.addEventListener('change', () => chosen(node.value));
  return node;
}

/** Sets the options of a select without disturbing one that is open: only where they differ. */
function fill(node: HTMLSelectElement, options: readonly (readonly [string, string])[], value: string): void {
  const known = options.some(([one]) => one === value);
  const wanted = known ? options : [...options, [value, value.replace(/^=/, '')] as const];
  const same =
    node.options.length === wanted.length &&
    wanted.every(([one, label], index) => node.options[index]?.value === one && node.options[index]?.text === label);
  if (!same) refill(node, ...wanted.map(([one, label]) => element('option', { attributes: { value: one } }, label)));
  if (node.value !== value) node.value = value;
}

export function menuItem(label: string, click: () => void): HTMLButtonElement {
  return element('button', { class: 'menu-item', attributes: { type: 'button' }, on: { click } }, label);
}

function exportMenu(text: Texts, commands: HostCommands) {
  const hanging = popover(iconButton('export', text('toolbar.export')), text('toolbar.export'), (panel) => {
    const pick = (format: 'png' | 'pdf') => () => {
      hanging.close();
      commands.exportAs(format);
    };
    refill(panel, menuItem(text('export.png'), pick('png')), menuItem(text('export.pdf'), pick('pdf')));
  });
  const progress = element('span', { class: 'progress', attributes: { role: 'status', hidden: true } });
  const cancel = iconButton('close', text('export.cancel'), () => commands.cancelExport());
  const node = element('div', { class: 'group' }, hanging.node, progress, cancel);
  const render = ({ config, exporting }: HostView) => {
    node.hidden = !config.canExport;
    hanging.button.disabled = exporting !== undefined;
    progress.hidden = exporting === undefined;
    cancel.hidden = exporting === undefined;
    progress.textContent = exporting ?? '';
  };
  return { node, render };
}

function moreMenu(text: Texts, commands: HostCommands) {
  let view: HostView | undefined;
  const hanging = popover(iconButton('more', text('toolbar.more')), text('toolbar.more'), (panel) => {
    const pick = (action: () => void) => () => {
      hanging.close();
      action();
    };
    const { config, session } = view!;
    const allow = element('input', { attributes: { type: 'checkbox', checked: config.embedding === true } });
    allow.addEventListener('change', () => pick(() => commands.allowEmbedding(allow.checked))());
    refill(
      panel,
      menuItem(
        text('toolbar.reload'),
        pick(() => commands.do('reload')),
      ),
      session.mode === 'signed' &&
        menuItem(
          text('session.renew'),
          pick(() => commands.do('renew')),
        ),
      config.home === 'editor' && menuItem(text('toolbar.outside'), pick(commands.openOutside)),
      config.embedding !== null &&
        element(
          'label',
          { class: 'menu-item', attributes: { title: text('toolbar.allowHint') } },
          allow,
          text('toolbar.allow'),
        ),
    );
  });
  return {
    node: hanging.node,
    render: (next: HostView) => {
      view = next;
    },
  };
}
