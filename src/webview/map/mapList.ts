/** The content of the map as a list, for those who do not see the drawing: each cube and view with its members and relations. */

import { element, replaceContent } from '../../base/browser/dom.ts';
import type { MapPlace } from '../../contract/messages/mapChannel.ts';
import type { MapTextKey } from '../../contract/messages/mapTexts.ts';
import type { MapText } from '../shared/pageTexts.ts';
import type { Box, Row, Scene } from './scene.ts';

export interface MapList {
  readonly node: HTMLElement;
  show(scene: Scene): void;
  /** Opens a box and moves the focus to it. */
  focus(box: string): void;
}

/** @param open opens a definition */
export function makeMapList(text: MapText, open: (place: MapPlace) => void): MapList {
  const list = element('ul', { role: 'list', 'aria-label': text('list.label') });
  const node = element('div', { class: 'map-list' }, list);
  /** The boxes that the user opened. */
  const opened = new Set<string>();

  const link = (label: string, place: MapPlace) =>
    element('button', { type: 'button', class: 'link', onclick: () => open(place) }, label);

  const memberView = ({ name, kind, type, primaryKey, hidden }: Row, { node: owner }: MapPlace) => {
    const marks = [
      text(`kind.${kind}` as MapTextKey),
      type,
      primaryKey && text('list.key'),
      hidden && text('list.hidden'),
    ];
    return element('li', {}, link(name, { node: owner, member: name }), ` ${marks.filter(Boolean).join(', ')}`);
  };

  const contentOf = ({ id, place, rows }: Box, { lines }: Scene) => {
    const words = lines.flatMap(({ first, last, words }) => (first === id || last === id ? words : []));
    return element(
      'ul',
      { role: 'list' },
      place && element('li', {}, link(text('list.open'), place)),
      ...(place ? rows.map((row) => memberView(row, place)) : []),
      ...words.map((word) => element('li', {}, word)),
    );
  };

  const itemOf = (box: Box, scene: Scene) => {
    const title = box.kind === 'member' ? '' : box.caption;
    const summary = element('summary', {}, [box.label, title].filter(Boolean).join(', '));
    const details = element('details', { 'data-id': box.id }, summary);
    // A model has thousands of members, so they are added when a box is opened.
    details.addEventListener('toggle', () => {
      if (details.open && details.childElementCount === 1) details.append(contentOf(box, scene));
      if (details.open) opened.add(box.id);
      else opened.delete(box.id);
    });
    details.open = opened.has(box.id);
    return element('li', {}, details);
  };

  return {
    node,
    show(scene) {
      replaceContent(list, ...scene.boxes.map((box) => itemOf(box, scene)));
    },
    focus(box) {
      const details = list.querySelector<HTMLDetailsElement>(`[data-id="${CSS.escape(box)}"]`);
      if (!details) return;
      details.open = true;
      details.querySelector('summary')?.focus();
    },
  };
}
