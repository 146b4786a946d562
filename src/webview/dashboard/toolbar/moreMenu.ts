/** The menu of the rarely used controls. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import type { HostText } from '../../shared/pageTexts.ts';
import { iconButton, menuItem } from '../view/buttons.ts';
import type { HostCommands, HostView } from '../view/hostView.ts';
import { popover } from './popover.ts';

export function moreMenu(text: HostText, commands: HostCommands) {
  let view: HostView | undefined;
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
  return {
    node: menu.node,
    render: (next: HostView) => {
      view = next;
    },
  };
}
