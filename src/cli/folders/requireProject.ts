/** Refuses a folder that only contains projects: a command works on one. */

import path from 'node:path';
import { UserError } from '../../base/errors.ts';
import { printableName } from '../../base/terminal.ts';
import { isProject, projectsBelow } from '../../model/project/findProject.ts';

/** More are not listed. */
const maximumNames = 20;

/** @throws UserError that names the projects in the folder, if it has some and is not one itself */
export async function requireProject(folder: string, modelFolder: string): Promise<void> {
  if (await isProject(folder, modelFolder)) return;
  const names: string[] = [];
  for await (const project of projectsBelow(folder, modelFolder)) {
    names.push(printableName(path.relative(folder, project)));
    if (names.length > maximumNames) break;
  }
  if (names.length === 0) return;
  const more = names.length > maximumNames ? ', …' : '';
  throw new UserError(
    `${folder} is not a project. Name one of the projects in it: ${names.slice(0, maximumNames).join(', ')}${more}.`,
  );
}
