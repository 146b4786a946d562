/** The menu of the rarely used controls, and of those that a narrow toolbar has no room for. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import type { HostText } from '../../shared/pageTexts.ts';
import { iconButton, menuItem } from '../view/buttons.ts';
import type { HostCommands, HostView } from '../view/hostView.ts';
import { popover } from './popover.ts';

export function moreMenu(text: HostText, commands: HostCommands) {
  let view: HostView | undefined;
  const controls = element('div', { class: 'rows overflow' });
  const menu = popover(iconButton('more', text('toolbar.more')), text('toolbar.more'), (panel) => {
    const pick = (action: () => void) => () => {
      menu.close();
      action();
    };
    const { config, session } = view!;
    const allow = element('input', { type: 'checkbox', checked: config.embedding === true });
    allow.addEventListener('change', () => pick(() => commands.allowEmbedding(allow.checked))());
    replaceContent(
      panel,
      controls,
      menuItem(
        text('toolbar.reload'),
        pick(() => commands.run('reload')),
      ),
      session.mode === 'signed' &&
        menuItem(
          text('session.renew'),
          pick(() => commands.run('renew')),
        ),
      config.environment === 'editor' && menuItem(text('toolbar.outside'), pick(commands.openOutside)),
      config.embedding !== null &&
        element('label', { class: 'menu-item', title: text('toolbar.allowHint') }, allow, text('toolbar.allow')),
    );
  });
  menu.panel.append(controls);
  return {
    node: menu.node,
    /** Holds the controls that the toolbar has no room for. */
    controls,
    isOpen: () => !menu.panel.hidden,
    render: (next: HostView) => {
      view = next;
    },
  };
}
