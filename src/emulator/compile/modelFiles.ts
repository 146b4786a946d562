/** Selects the data-model sources of a tree and names them as the compiler expects. */

import type { ModelFile } from '../../compiler/compileResult.ts';
import type { Repository } from '../git/repository.ts';

const modelFolder = 'model/';
const globals = 'globals.py';

/** The sources in the model folder, with names relative to it. */
export async function modelFiles(repository: Repository, tree: string): Promise<ModelFile[]> {
  const files = await repository.readTree(tree);
  const sources = [...files].filter(([path]) => isSource(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(
    sources.map(async ([path, blob]) => ({
      fileName: path.slice(modelFolder.length),
      content: Buffer.from(await repository.readFile(blob)).toString('utf8'),
    })),
  );
}

function isSource(path: string): boolean {
  if (!path.startsWith(modelFolder)) return false;
  return /\.(ya?ml|js|jinja)$/.test(path) || path === `${modelFolder}${globals}`;
}
