/** The meaning of the names in a field of a definition, and how its text is read. Fields are given by the compiler's path. */

import { bareFields, referenceFields } from '../rules/ruleTable.ts';
import type { Span } from '../source/range.ts';
import { type ScannedText, scanExpression, scanTemplate } from './expressions.ts';

export type Role =
  /** In `{}` in SQL. */
  | 'sql'
  /** In a reference field, such as drill members, levels, or members of a pre-aggregation. */
  | 'member'
  /** In `{}` in other text, or a bare word in place of a value. Names have no meaning there. */
  | 'text'
  | 'extends'
  | 'join'
  | 'joinPath'
  | 'rollup'
  | 'viewGroup'
  /** A member of the cube at the end of `scope`. */
  | 'include'
  /** A member of the view or cube itself. */
  | 'own'
  /** A view listed by a view group. */
  | 'view';

export const isReferenceField = (path: string) => referenceFields.test(path);

export const policyMember = /^accessPolicy\.\d+\.rowLevel\.filters\..*\bmember$/;
export const filterMember = /\.filter\.include\.\d+(?:\.(?:or|and)\.\d+)*\.member$/;

/** Fields of programs in which the compiler reads a text as the path of a member or pre-aggregation. */
export const textPath =
  /^preAggregations\.\w+\.(?:measure|dimension|segment|timeDimension|rollup)(?:s|References?)?$|^preAggregations\.\w+\.timeDimensions\.\d+\.dimension$/;

export function roleOf(path: string): Role {
  const last = path.slice(path.lastIndexOf('.') + 1);
  if (path === 'extends') return 'extends';
  if (last === 'joinPath') return 'joinPath';
  if (last === 'rollups' || last === 'rollupReferences') return 'rollup';
  if (last === 'sql' || last === 'sqlTable') return 'sql';
  return isReferenceField(path) ? 'member' : 'text';
}

/** How to read the names in a text of a field: as a template with `{}`, or as one expression. */
export function scanOf(path: string, role: Role): { scan(text: string, span: Span): ScannedText; bare: boolean } {
  const last = path.slice(path.lastIndexOf('.') + 1);
  if (role === 'sql' || last === 'values') return { scan: scanTemplate, bare: false };
  if (role === 'text') {
    const bare = bareFields.includes(last);
    return { scan: bare ? scanExpression : scanTemplate, bare };
  }
  return { scan: scanExpression, bare: false };
}
