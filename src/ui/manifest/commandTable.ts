/** All commands. `npm run manifest` writes them to package.json. Loaded when the first command runs. */

import { branchEntries } from './branchEntries.ts';
import { contentEntries } from './contentEntries.ts';
import { modelEntries } from './modelEntries.ts';
import { platformEntries } from './platformEntries.ts';

export const commandTable = { ...platformEntries, ...branchEntries, ...modelEntries, ...contentEntries };

export type CommandId = keyof typeof commandTable;
