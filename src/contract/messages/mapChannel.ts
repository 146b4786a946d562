/** The model map's content, and the requests between its page and the extension. */

import * as z from 'zod/mini';
import { record } from '../definition/record.ts';
import { request } from './typedRequests.ts';

const flag = z.optional(z.boolean());

const Member = z.object({
  name: z.string(),
  kind: z.string(),
  type: z.optional(z.string()),
  primaryKey: flag,
  hidden: flag,
  /** The member that a view's member comes from: `cube.member`. */
  origin: z.optional(z.string()),
});
export type MapMember = z.output<typeof Member>;

const Node = z.object({
  id: z.string(),
  name: z.string(),
  title: z.optional(z.string()),
  kind: z.enum(['cube', 'view']),
  /** Relative to the model folder; '' is the model folder itself. */
  folder: z.string(),
  hidden: flag,
  /** The name is known only at run time. */
  generated: flag,
  members: z.array(Member),
});
export type MapNode = z.output<typeof Node>;

const Edge = z.object({
  kind: z.enum(['join', 'include', 'extends']),
  from: z.string(),
  to: z.string(),
  relationship: z.optional(z.enum(['one_to_one', 'one_to_many', 'many_to_one'])),
  inherited: flag,
  /** What the data said about a join when it was counted. */
  counted: z.optional(
    z.object({
      /** `older`: the join has changed since. */
      result: z.enum(['ok', 'wrong', 'unknown', 'older']),
      /** A few words, next to the line. */
      label: z.string(),
      text: z.string(),
    }),
  ),
});
export type MapEdge = z.output<typeof Edge>;

const Graph = z.object({ nodes: z.array(Node), edges: z.array(Edge) });
export type MapGraph = z.output<typeof Graph>;

const Lineage = z.object({
  subject: z.string(),
  nodes: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      name: z.string(),
      /** The cube, view or table, or the folder of a query or test document; '' for a table itself. */
      owner: z.string(),
      inView: flag,
      title: z.optional(z.string()),
      type: z.optional(z.string()),
    }),
  ),
  edges: z.array(z.object({ from: z.string(), to: z.string() })),
  cut: flag,
});
export type MapLineage = z.output<typeof Lineage>;

/** The whole model, or the lineage of one member: null while the model does not define it. */
const MapContent = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('model'), graph: Graph }),
  z.object({ mode: z.literal('lineage'), subject: z.string(), lineage: z.nullable(Lineage) }),
]);
export type MapContent = z.output<typeof MapContent>;

/** A cube or view, or one of its members. */
const MapPlace = z.object({ node: z.string().check(z.maxLength(2_000)), member: z.nullable(z.string()) });
export type MapPlace = z.output<typeof MapPlace>;

const MapConfig = z.object({
  /** Identifies the model: the stored state of another one is not applied. */
  folder: z.string(),
  title: z.string(),
  texts: record(z.string(), z.string()),
  content: MapContent,
  /** The place of the cursor in the editor. */
  selected: z.nullable(MapPlace),
});
export type MapConfig = z.output<typeof MapConfig>;

/** The stored state of the page, so that the map looks the same after the window was reloaded. */
export const MapState = z.object({
  version: z.literal(1),
  folder: z.string(),
  /** The member whose lineage is shown; null for the map. */
  subject: z.nullable(z.string()),
  selected: z.nullable(z.string()),
  neighborsOnly: z.boolean(),
  asList: flag,
  /** Folders that are shown as one box, and whether the user chose them. */
  collapsed: z.nullable(z.array(z.string())),
  /** Cubes and views that show all members. */
  expanded: z.array(z.string()),
  viewport: z.nullable(z.object({ x: z.number(), y: z.number(), scale: z.number() })),
});
export type MapState = z.output<typeof MapState>;

const nothing = z.object({});

export const mapPageRequests = {
  loadMap: request(nothing, MapConfig),
  openDefinition: request(MapPlace, nothing),
  showModel: request(nothing, nothing),
  /** Lets the user choose a file. The deadline includes the choice. */
  exportSvg: request(nothing, nothing, 600_000),
};
export type MapPageRequests = typeof mapPageRequests;

export const mapExtensionRequests = {
  contentChanged: request(MapContent, nothing, 5_000),
  select: request(MapPlace, nothing, 5_000),
  /** The whole picture, also what is outside of the view. */
  svg: request(nothing, z.object({ svg: z.string().check(z.maxLength(50_000_000)) }), 60_000),
};
export type MapExtensionRequests = typeof mapExtensionRequests;
