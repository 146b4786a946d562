/** The choice of a time zone: any IANA name, never an offset. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import { isTimeZone } from '../../../contract/messages/timeZone.ts';
import { popover, rows } from '../elements/popover.ts';
import type { Texts } from '../elements/texts.ts';
import type { HostCommands, HostView } from '../extension/view.ts';

export function timeZoneMenu(text: Texts, commands: HostCommands) {
  let chosen: string | null = null;
  const button = element('button', {
    class: 'text-button',
    type: 'button',
    title: text('toolbar.timezone'),
    name: 'timezone',
  });
  const hanging = popover(button, text('toolbar.timezone'), (panel) => {
    const names = element(
      'datalist',
      { id: 'time-zones' },
      ...Intl.supportedValuesOf('timeZone').map((zone) => element('option', { value: zone })),
    );
    const input = element('input', {
      list: 'time-zones',
      value: chosen ?? undefined,
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
      hanging.close();
      commands.choose({ timezone: zone || null });
    };
    const clear = () => {
      hanging.close();
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
    chosen = config.options.timezone;
    button.textContent = chosen ?? text('timezone.default');
  };
  return { node: hanging.node, render };
}
