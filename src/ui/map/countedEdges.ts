/** What the data says about joins, at the lines of a model map. */

import * as vscode from 'vscode';
import type { MapEdge } from '../../contract/messages/mapChannel.ts';
import type { ModelGraph } from '../../language/modelGraph/modelGraph.ts';
import type { CountedJoin } from '../database/reportedMarks.ts';
import { timeText } from '../shell/timeText.ts';

/** The same graph, with the last result of each join that was counted. */
export function withCounts<Graph extends ModelGraph>(graph: Graph, joins: readonly CountedJoin[]): Graph {
  if (joins.length === 0) return graph;
  const found = new Map(joins.map((join) => [keyOf(join), join]));
  const edges = graph.edges.map((edge) => {
    const join = edge.kind === 'join' ? found.get(keyOf(edge)) : undefined;
    return join ? { ...edge, counted: countedOf(join) } : edge;
  });
  return { ...graph, edges };
}

function keyOf({ from, to }: { from: string; to: string }): string {
  return JSON.stringify([from, to]);
}

function countedOf({ result, short, text, at, isOlder }: CountedJoin): NonNullable<MapEdge['counted']> {
  const { l10n } = vscode;
  const time = timeText(at);
  if (!isOlder) return { result, label: short, text: l10n.t('{0}. Counted {1}', text, time) };
  return {
    result: 'older',
    label: l10n.t('older: {0}', short),
    text: l10n.t('The model has changed since this join was counted ({0}): {1}', time, text),
  };
}
