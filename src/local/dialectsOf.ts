import type { Dialects } from '../compiler/modelRequest.ts';

/** The dialect of each data source. */
export function dialectsOf(databases: ReadonlyMap<string, { readonly dialect: string }>): Dialects {
  return Object.fromEntries([...databases].map(([name, { dialect }]) => [name, dialect]));
}
