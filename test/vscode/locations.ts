/** Paths in this repository. */

import path from 'node:path';

export const repository = path.resolve(import.meta.dirname, '../..');
export const toolFolder = path.join(import.meta.dirname, 'tool');
/** VS Code's server and web build. */
export const codeServer = path.join(toolFolder, 'node_modules/code-server');
/** The Node that this VS Code is built for. Other scripts run with the Node that started them. */
export const toolNode = path.join(toolFolder, 'node_modules', `node-linux-${process.arch}`, 'bin/node');
export const vsix = path.join(repository, 'dist/data-model-workbench.vsix');
export const artifacts = path.join(repository, 'artifacts');
/** Preloaded into child processes, so that they end with this process. */
export const orphanGuard = path.join(import.meta.dirname, 'process/orphanGuard.cjs');
