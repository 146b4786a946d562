/** Draws one box. Elements that react to a click have a `data-action`. */

import type { MapText } from '../shared/pageTexts.ts';
import { svgElement } from '../shared/svgElement.ts';
import { type BoxSize, type Fonts, fitted, geometry, largestSize, tagOf, textWidth } from './boxSize.ts';
import type { Box, Row } from './scene.ts';
import { shape } from './shapes.ts';

export interface PlacedBox {
  box: Box;
  size: BoxSize;
  x: number;
  y: number;
}

export function drawBox({ box, size, x, y }: PlacedBox, fonts: Fonts, text: MapText): SVGGElement {
  const { width, height } = size;
  const classes = [
    'box',
    box.kind,
    `tint-${box.tint}`,
    box.hidden && 'private',
    box.generated && 'generated',
    box.subject && 'subject',
  ];
  const group = svgElement('g', {
    class: classes.filter(Boolean).join(' '),
    transform: `translate(${x} ${y})`,
    // The map handles the keys. A button's name would have to repeat all the rows.
    role: 'group',
    tabindex: -1,
    'aria-label': box.label,
    'data-box': box.id,
    'data-vscode-context': menuContext(box),
  });
  if (box.kind === 'folder') {
    // A stack of cards.
    for (const by of [8, 4]) {
      group.append(svgElement('rect', { class: 'card behind', x: by, y: by, width, height, rx: 7 }));
    }
  }
  group.append(
    svgElement('rect', { class: 'card', width, height, rx: 7 }),
    svgElement('path', { class: 'header', d: headerPath(width, size.header, size.header >= height) }),
    svgElement('path', { class: 'stripe', d: stripePath(width) }),
    ...header(box, size, fonts, text),
    svgElement('g', { class: 'rows' }, ...rowsOf(box, size, fonts, text)),
    farName(box, size, fonts),
    svgElement('rect', { class: 'outline', width, height, rx: 7 }),
    svgElement('title', {}, box.label),
  );
  return group;
}

function menuContext({ kind, place, id }: Box): string | undefined {
  if (kind === 'member' && place?.member) return memberContext(id);
  if (!place || place.member !== null || (kind !== 'cube' && kind !== 'view')) return undefined;
  return JSON.stringify({ dataModelDefinition: id, preventDefaultContextMenuItems: true });
}

/** For the menus of the editor: which member is below the mouse. */
function memberContext(member: string): string {
  return JSON.stringify({ dataModelMember: member, preventDefaultContextMenuItems: true });
}

/** A click on the name opens it or unfolds the folder; a click on the rest of a box selects the box. */
function actionOf({ place, kind }: Box): string | undefined {
  return place ? 'open' : kind === 'folder' ? 'unfold' : undefined;
}

/** The name in large letters, for a map that is too small for the rest. */
function farName(box: Box, { width, height }: BoxSize, fonts: Fonts): SVGElement {
  const { name } = box;
  const fontSize = Math.min(36, height * 0.6, largestSize(name, fonts.name, width - 20));
  const attributes = {
    class: 'far-name',
    x: width / 2,
    y: height / 2 + fontSize * 0.35,
    'font-size': fontSize,
    'data-action': actionOf(box),
  };
  return svgElement('text', { ...attributes, 'text-anchor': 'middle' }, fitted(name, fonts.name, width - 20));
}

/** The upper border, as thick as a line of color. */
function stripePath(width: number): string {
  const w = width;
  return `M0 7a7 7 0 0 1 7-7H${w - 7}a7 7 0 0 1 7 7C${w - 1} 5 ${w - 3} 3.6 ${w - 7} 3.6H7C3 3.6 1 5 0 7z`;
}

function headerPath(width: number, height: number, isWhole: boolean): string {
  const r = 7;
  const bottom = isWhole
    ? `V${height - r}a${r} ${r} 0 0 1 ${-r} ${r}H${r}a${r} ${r} 0 0 1 ${-r} ${-r}`
    : `V${height}H0`;
  return `M0 ${r}a${r} ${r} 0 0 1 ${r} ${-r}H${width - r}a${r} ${r} 0 0 1 ${r} ${r}${bottom}z`;
}

function header(box: Box, { width, header: height }: BoxSize, fonts: Fonts, text: MapText): SVGElement[] {
  const { textLeft, right, gap } = geometry;
  const tag = tagOf(box, text);
  const tagAction = box.rows.length === 0 && box.more > 0 ? 'expand' : undefined;
  const room = width - textLeft - right;
  const isMember = box.kind === 'member';
  const middle = box.caption ? height / 2 : height / 2 + 1;
  const name = svgElement(
    'text',
    {
      class: `name${actionOf(box) ? ' link' : ''}`,
      x: textLeft,
      y: box.caption ? (isMember ? middle + 15 : middle - 1) : middle + 4.5,
      'data-action': actionOf(box),
    },
    fitted(box.name, fonts.name, tag ? room - gap - textWidth(tag, fonts.small) : room),
  );
  const caption =
    box.caption &&
    svgElement(
      'text',
      { class: 'caption', x: textLeft, y: isMember ? middle - 3 : middle + 15 },
      fitted(box.caption, fonts.small, room),
    );
  return [
    shape(box.icon, 10, middle - 7, 15),
    name,
    ...(caption ? [caption] : []),
    ...(tag
      ? [
          svgElement(
            'text',
            { class: 'tag', x: width - right, y: middle + 4, 'text-anchor': 'end', 'data-action': tagAction },
            tag,
          ),
        ]
      : []),
  ];
}

function rowsOf(box: Box, size: BoxSize, fonts: Fonts, text: MapText): SVGElement[] {
  if (box.rows.length === 0) return [];
  const top = size.header + 6;
  const rows = box.rows.map((row, at) => drawRow(box, row, top + at * geometry.row, size.width, fonts));
  if (box.more === 0 && !box.expanded) return rows;
  const isLess = box.expanded;
  const y = top + box.rows.length * geometry.row;
  const more = svgElement(
    'g',
    { class: 'row more', 'data-action': 'expand', 'aria-label': text(isLess ? 'show.fewer' : 'show.all', box.name) },
    svgElement('rect', { class: 'hit', x: 4, y, width: size.width - 8, height: geometry.row, rx: 4 }),
    svgElement(
      'text',
      { class: 'more-text', x: geometry.textLeft, y: y + 14.5 },
      isLess ? text('members.fewer') : text('members.more', box.more),
    ),
  );
  return [...rows, more];
}

function drawRow(box: Box, row: Row, y: number, width: number, fonts: Fonts): SVGElement {
  const { name, kind, type, primaryKey, hidden } = row;
  const { textLeft, right, gap, row: height } = geometry;
  const shownType = fitted(type, fonts.small, 90);
  const room = width - textLeft - right - (type ? gap + textWidth(shownType, fonts.small) : 0);
  const icon = primaryKey ? 'key' : type === 'time' ? 'time' : kind;
  return svgElement(
    'g',
    {
      class: `row ${kind}${hidden ? ' private' : ''}`,
      'data-action': 'open',
      'data-member': name,
      'data-vscode-context': memberContext(`${box.id}.${name}`),
    },
    svgElement('rect', { class: 'hit', x: 4, y, width: width - 8, height, rx: 4 }),
    shape(icon, 11, y + 4, 13),
    svgElement('text', { class: 'row-name', x: textLeft, y: y + 14.5 }, fitted(name, fonts.row, room)),
    type !== '' &&
      svgElement('text', { class: 'type', x: width - right, y: y + 14.5, 'text-anchor': 'end' }, shownType),
    svgElement('title', {}, type ? `${name} (${type})` : name),
  );
}
