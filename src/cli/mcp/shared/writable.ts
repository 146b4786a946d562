/** Which files of a project an assistant may change. */

import path from 'node:path';
import type { ProjectFolder } from '../../../model/project/findProject.ts';
import { partOf } from '../../../model/project/readProject.ts';
import { projectFiles } from '../../../model/source/modelSource.ts';

/** Sources of the model, query documents and test documents, by name and place: no program of the project, no hidden file. */
export function isWritable(file: string, { modelFolder }: ProjectFolder): boolean {
  const isPlain = file === path.posix.normalize(file) && !path.posix.isAbsolute(file) && !/[\\:\p{Cc}]/u.test(file);
  const isHidden = file.split('/').some((name) => name.startsWith('.') || name === 'node_modules');
  if (!isPlain || isHidden || projectFiles.includes(file) || file.endsWith('.py')) return false;
  return partOf(file, modelFolder) !== undefined;
}
