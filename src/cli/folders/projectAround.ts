/** The project of a file that need not be in its model folder. */

import path from 'node:path';
import { isProject, type ProjectFolder } from '../../model/project/findProject.ts';

/** The nearest one. */
export async function projectAround(file: string, modelFolder: string): Promise<ProjectFolder | undefined> {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (await isProject(folder, modelFolder)) return { projectFolder: folder, modelFolder };
    if (folder === path.dirname(folder)) return undefined;
  }
}
