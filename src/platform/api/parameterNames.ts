/** The platform's own names of query parameters that the specification does not name. Its API document overrules ours. */

import type { Operation } from '../../contract/definition/operation.ts';
import type { ParameterNames } from '../request.ts';
import { type ApiDocument, findRoute } from './openApi.ts';

/** Our names of those parameters, and what else a platform may call them. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  branchName: ['branch', 'gitBranch'],
  devMode: ['isDevMode', 'dev'],
  withContent: ['includeContent', 'content'],
};

export function hasUncertainNames(query: unknown): boolean {
  return Object.entries(query ?? {}).some(([name, value]) => value !== undefined && Object.hasOwn(otherNames, name));
}

/** Only the names that differ. A parameter that the document does not mention keeps our name. */
export function tenantNames(api: ApiDocument, { method, path }: Operation): ParameterNames {
  const names = new Map<string, string>();
  const listed = findRoute(api, `${method} ${path}`)?.parameters.filter((parameter) => parameter.in === 'query') ?? [];
  for (const [ours, others] of Object.entries(otherNames)) {
    if (listed.some(({ name }) => name === ours)) continue;
    const wanted = [ours, ...others].map(spelling);
    const found = wanted.map((each) => listed.find(({ name }) => spelling(name) === each)).find(Boolean);
    if (found) names.set(ours, found.name);
  }
  return names;
}

/** The same for `branchName`, `branch_name` and `branch-name`. */
function spelling(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}
