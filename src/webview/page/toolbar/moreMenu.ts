/** The menu of the rarely used controls. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import { iconButton, menuItem } from '../elements/buttons.ts';
import { popover } from '../elements/popover.ts';
import type { Texts } from '../elements/texts.ts';
import type { HostCommands, HostView } from '../extension/view.ts';

export function moreMenu(text: Texts, commands: HostCommands) {
  let view: HostView | undefined;
  const hanging = popover(iconButton('more', text('toolbar.more')), text('toolbar.more'), (panel) => {
    const pick = (action: () => void) => () => {
      hanging.close();
      action();
    };
    const { config, session } = view!;
    const allow = element('input', { type: 'checkbox', checked: config.embedding === true });
    allow.addEventListener('change', () => pick(() => commands.allowEmbedding(allow.checked))());
    replaceContent(
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
        element('label', { class: 'menu-item', title: text('toolbar.allowHint') }, allow, text('toolbar.allow')),
    );
  });
  return {
    node: hanging.node,
    render: (next: HostView) => {
      view = next;
    },
  };
}
