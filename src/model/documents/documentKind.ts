/** Which files are query documents and test documents. Loaded at activation, so it imports no parser. */

import { isInModelFolder } from '../source/modelSource.ts';

/** The names of both kinds, as a pattern of paths. */
export const documentNames = '**/*.{query.yml,query.yaml,query.json,test.yml,test.yaml}';

/** How many of them are read ahead in one project; more are read when they are opened. */
export const maxDocuments = 1000;

export type DocumentKind = 'query' | 'test';

export function isQueryDocument(path: string): boolean {
  return /\.query\.(ya?ml|json)$/.test(path);
}

export function isTestDocument(path: string): boolean {
  return /\.test\.ya?ml$/.test(path);
}

export function kindOfName(path: string): DocumentKind | undefined {
  if (isQueryDocument(path)) return 'query';
  return isTestDocument(path) ? 'test' : undefined;
}

/** The platform compiles every YAML file of the model folder as a part of the model, whatever its name is. */
export function documentKind(path: string, modelFolder: string): DocumentKind | undefined {
  return isInModelFolder(path, modelFolder) ? undefined : kindOfName(path);
}
