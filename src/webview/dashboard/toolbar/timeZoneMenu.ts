/** The menu for the time zone: any IANA name, no offsets. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import { isTimeZone } from '../../../contract/messages/timeZone.ts';
import type { HostText } from '../../shared/pageTexts.ts';
import type { HostCommands, HostView } from '../view/hostView.ts';
import { popover, rows } from './popover.ts';

export function timeZoneMenu(text: HostText, commands: HostCommands) {
  let selection: string | null = null;
  const button = element('button', {
    class: 'text-button',
    type: 'button',
    title: text('toolbar.timezone'),
    name: 'timezone',
  });
  const menu = popover(button, text('toolbar.timezone'), (panel) => {
    const names = element(
      'datalist',
      { id: 'time-zones' },
      ...Intl.supportedValuesOf('timeZone').map((zone) => element('option', { value: zone })),
    );
    const input = element('input', {
      list: 'time-zones',
      value: selection,
      placeholder: text('timezone.placeholder'),
      'aria-label': text('toolbar.timezone'),
      spellcheck: 'false',
    });
    const wrong = element('p', { class: 'wrong', role: 'alert' });
    const set = () => {
      const zone = input.value.trim();
      if (zone !== '' && !isTimeZone(zone)) {
        wrong.textContent = text('timezone.wrong', zone);
        return;
      }
      menu.close();
      commands.choose({ timezone: zone || null });
    };
    const clear = () => {
      menu.close();
      commands.choose({ timezone: null });
    };
    const form = element(
      'form',
      {
        onsubmit: (event) => {
          event.preventDefault();
          set();
        },
      },
      rows(
        input,
        wrong,
        element(
          'div',
          { class: 'buttons' },
          element('button', { class: 'primary', type: 'submit' }, text('timezone.set')),
          element('button', { type: 'button', onclick: clear }, text('timezone.clear')),
        ),
      ),
    );
    replaceContent(panel, names, form);
  });
  const render = ({ config }: HostView) => {
    selection = config.options.timezone;
    button.textContent = selection ?? text('timezone.default');
  };
  return { node: menu.node, render };
}
