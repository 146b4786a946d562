/** The menu that exports the dashboard as an image or a document, with the progress of a running export. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import type { HostText } from '../../shared/pageTexts.ts';
import { iconButton, menuItem } from '../view/buttons.ts';
import type { HostCommands, HostView } from '../view/hostView.ts';
import { popover } from './popover.ts';

export function exportMenu(text: HostText, commands: HostCommands) {
  const menu = popover(iconButton('export', text('toolbar.export')), text('toolbar.export'), (panel) => {
    const pick = (format: 'png' | 'pdf') => () => {
      menu.close();
      commands.exportAs(format);
    };
    replaceContent(panel, menuItem(text('export.png'), pick('png')), menuItem(text('export.pdf'), pick('pdf')));
  });
  const progress = element('span', { class: 'progress', role: 'status', hidden: true });
  const cancel = iconButton('close', text('export.cancel'), () => commands.cancelExport());
  const node = element('div', { class: 'group' }, menu.node, progress, cancel);
  const render = ({ config, exportStatus }: HostView) => {
    node.hidden = !config.canExport;
    menu.button.disabled = exportStatus !== undefined;
    progress.hidden = exportStatus === undefined;
    cancel.hidden = exportStatus === undefined;
    progress.textContent = exportStatus ?? '';
  };
  return { node, render };
}
