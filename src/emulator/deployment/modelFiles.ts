/** Selects the data-model sources of a tree and names them as the compiler expects. */

import { createHash } from 'node:crypto';
import type { ModelFile, Variables } from '../../compiler/compileResult.ts';
import { isModelSource } from '../../model/source/modelSource.ts';
import type { Repository } from '../git/repository.ts';

const modelFolder = 'model';

/** The key of a compiled tree. It differs for other variables and does not show them. */
export function modelKey(tree: string, variables: Variables): string {
  const names = Object.keys(variables).sort();
  if (names.length === 0) return tree;
  const text = JSON.stringify(names.map((name) => [name, variables[name]]));
  return `${tree}/${createHash('sha256').update(text).digest('hex')}`;
}

/** The sources in the model folder, with names relative to it. */
export async function modelFiles(repository: Repository, tree: string): Promise<ModelFile[]> {
  const files = await repository.readTree(tree);
  const sources = [...files].filter(([path]) => isModelSource(path, modelFolder)).sort(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(
    sources.map(async ([path, blob]) => ({
      fileName: path.slice(modelFolder.length + 1),
      content: Buffer.from(await repository.readFile(blob)).toString('utf8'),
    })),
  );
}
