/** One difference between two versions of a model. */

import type { CatalogMessage } from '../../base/errors.ts';
import type { Range } from '../../model/source/range.ts';

type ChangeKind = 'added' | 'removed' | 'renamed' | 'changed';

export type PartKind =
  | 'cube'
  | 'view'
  | 'measure'
  | 'dimension'
  | 'segment'
  | 'join'
  | 'pre_aggregation'
  | 'hierarchy'
  | 'access_policy'
  | 'granularity';

export type Aspect =
  | 'type'
  | 'sql'
  | 'filters'
  | 'format'
  | 'visibility'
  | 'access'
  | 'title'
  | 'description'
  | 'relationship'
  | 'other';

/** `file` is relative to the project folder. */
export interface ReviewPlace {
  file: string;
  range: Range;
  side: 'before' | 'after';
}

/** The name of a definition, and the whole of it. */
export interface DefinitionPlace extends ReviewPlace {
  whole: Range;
}

/** Where the platform has something that is not in the project. */
interface ContentPlace {
  /** Its id in addresses of the platform. */
  id: string;
  /** The folder or the spreadsheet that shows it, for people; undefined: at the top of the workspace. */
  where?: string | undefined;
}

/** A part of the project, or content of the platform, that uses a name. */
export interface User {
  kind: 'view' | 'cube' | 'query' | 'test' | 'report' | 'dashboard' | 'notification';
  name: string;
  /** Only of a part of the project. */
  place?: ReviewPlace;
  /** Only of content of the platform. */
  content?: ContentPlace;
}

/** Something that the change breaks. */
export interface Breakage {
  by: User;
  /** `message` in English. */
  reason: string;
  message: CatalogMessage;
}

/** The names of the parts that are made of a part, directly or over others. */
export interface Reach {
  members: readonly string[];
  views: readonly string[];
}

/** The saved queries and tests that use a part or its reach, by their paths; tests also by their names. */
export interface DocumentReach {
  queries: readonly string[];
  tests: readonly string[];
}

export interface ModelChange {
  kind: PartKind;
  /** `orders`, `orders.count`, `orders.created_at.fiscal_year`. */
  name: string;
  change: ChangeKind;
  /** Set if the whole name differs, also because the cube or view around it is renamed. */
  previousName?: string;
  /** Empty for parts that are added or removed. */
  aspects: readonly Aspect[];
  breaking: readonly Breakage[];
  /** Its definition on each side that has one in the sources. */
  places: readonly DefinitionPlace[];
  /** The cube or view of a removed part in the newer version, if it is there. */
  ownerPlace?: ReviewPlace;
  reach: Reach;
  usedBy: DocumentReach;
}
