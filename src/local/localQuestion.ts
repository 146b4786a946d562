/** A query that is answered on this machine, and its answer. */

import type { DataMeta, DataRows } from '../contract/dataApi.ts';
import type { Given } from '../model/documents/given.ts';
import type { QueryViewer } from '../model/documents/queryDocument.ts';
import type { Lacking } from './given/lacking.ts';

export interface LocalQuestion {
  query: Readonly<Record<string, unknown>>;
  as?: QueryViewer | undefined;
  /** Undefined: the data source answers. */
  given?: Given | undefined;
  /** Members that are not public are as public ones; `all`: no access policy applies, either. Only for the author of the model. */
  opens?: 'hidden' | 'all' | undefined;
  /** As written in the test. */
  at?: string | undefined;
  /** Asks for the metadata that `as` sees, instead of rows. */
  isMeta?: true;
  /** The test document, relative to the project. */
  file: string;
}

export type LocalAnswer =
  | { rows: DataRows }
  | { meta: DataMeta }
  /** What the data API would say about a query that it refuses. */
  | { refused: string }
  /** What the query needs and `given` does not have. */
  | { lacking: Lacking }
  /** There are no rows of its own, and no data source. */
  | { needsSource: true };
