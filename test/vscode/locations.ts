/** Where things are in this repository. Knows only names of files and folders. */

import path from 'node:path';

export const repository = path.resolve(import.meta.dirname, '../..');
export const toolFolder = path.join(import.meta.dirname, 'tool');
/** VS Code's server and web build, with the login-less front that serves it. */
export const codeServer = path.join(toolFolder, 'node_modules/code-server');
/** The Node that this VS Code is built for; the repository's own scripts keep to the one they were started with. */
export const toolNode = path.join(toolFolder, 'node_modules', `node-linux-${process.arch}`, 'bin/node');
export const vsix = path.join(repository, 'dist/data-model-workbench.vsix');
export const artifacts = path.join(repository, 'artifacts');
/** Preloaded into children, so that they end with us. */
export const orphanGuard = path.join(import.meta.dirname, 'process/orphanGuard.cjs');
