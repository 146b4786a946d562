/** The members of a view, on request grouped by the cubes that they come from. Spec: Embed, `showMemberNames`, `showGroupByCube`. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import { type EmbedSettings, type MetaCube, type MetaMember, metaTitle } from '../pageApi.ts';

/** @param cubes the whole metadata, for the titles of cubes */
export function memberList(view: MetaCube, cubes: readonly MetaCube[], settings: EmbedSettings): HTMLElement {
  const { measures = [], dimensions = [] } = view;
  const members = [...measures, ...dimensions];
  const body = element('tbody', {});
  const draw = () =>
    replaceContent(body, ...(box.checked ? grouped(members, cubes, settings) : rows(members, settings)));
  const box = element('input', { type: 'checkbox', onchange: draw });
  draw();
  const toggle =
    settings.showGroupByCube !== false && element('label', { 'data-group-by-cube': true }, box, 'Group by cube');
  return element('div', {}, toggle, element('table', {}, body));
}

function rows(members: readonly MetaMember[], { showMemberNames }: EmbedSettings): HTMLElement[] {
  return members.map((member) => {
    const name = element('td', { class: 'detail', 'data-member-name': member.name }, member.name);
    return element('tr', {}, element('th', { scope: 'row' }, metaTitle(member)), showMemberNames !== false && name);
  });
}

function grouped(members: readonly MetaMember[], cubes: readonly MetaCube[], settings: EmbedSettings): HTMLElement[] {
  const byCube = new Map<string, MetaMember[]>();
  for (const member of members) {
    const name = (member.aliasMember ?? member.name).split('.', 1)[0] ?? '';
    byCube.set(name, [...(byCube.get(name) ?? []), member]);
  }
  return [...byCube].flatMap(([name, own]) => {
    const title = metaTitle(cubes.find((cube) => cube.name === name) ?? { name });
    const head = element('th', { scope: 'colgroup', colspan: 2, 'data-cube': name }, title);
    return [element('tr', {}, head), ...rows(own, settings)];
  });
}
