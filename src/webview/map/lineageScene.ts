/** The scene of a lineage: one box for each member, column and table, with an arrow to what uses it. */

import type { MapLineage } from '../../contract/messages/mapChannel.ts';
import type { MapTextKey } from '../../contract/messages/mapTexts.ts';
import type { MapText } from '../shared/pageTexts.ts';
import type { Box, Line, Scene } from './scene.ts';

const tints = 8;
/** Content of the platform. */
const contentKinds: readonly string[] = ['report', 'dashboard', 'notification'];

export function lineageScene({ subject, nodes, edges }: MapLineage, text: MapText): Scene {
  const owners = [...new Set(nodes.map(({ owner, name }) => owner || name))].sort();
  const boxes = nodes.map(({ id, kind, name, owner, title, type }): Box => {
    const isElsewhere = ['column', 'table', ...contentKinds].includes(kind);
    const sources = edges.filter(({ to }) => to === id).length;
    const uses = edges.filter(({ from }) => from === id).length;
    return {
      id,
      kind: 'member',
      name,
      caption:
        kind === 'table'
          ? text('lineage.table')
          : contentKinds.includes(kind)
            ? text(`kind.${kind}` as MapTextKey)
            : owner,
      icon: type === 'time' ? 'time' : kind,
      tint: owners.indexOf(owner || name) % tints,
      rows: [],
      more: 0,
      expanded: false,
      hidden: false,
      generated: false,
      subject: id === subject,
      group: '',
      label: [text('lineage.node', text(`kind.${kind}` as MapTextKey), name, owner || name, sources, uses), title]
        .filter(Boolean)
        .join(', '),
      place: isElsewhere
        ? null
        : kind === 'query' || kind === 'test'
          ? { node: id, member: null }
          : { node: owner, member: name },
    };
  });
  // The ids of content say nothing to a reader.
  const nameOf = new Map(nodes.filter(({ kind }) => contentKinds.includes(kind)).map(({ id, name }) => [id, name]));
  const lines = edges.map(
    ({ from, to }): Line => ({
      id: `${from}\n${to}`,
      kind: 'use',
      first: from,
      last: to,
      firstMark: 'none',
      lastMark: 'arrow',
      words: [`${from} → ${nameOf.get(to) ?? to}`.replace(/\b(?:column|table|query|test):/g, '')],
      counted: [],
    }),
  );
  return { boxes, lines, direction: 'right' };
}
