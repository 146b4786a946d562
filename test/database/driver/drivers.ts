/** The published drivers, in a folder of their own: they weigh more than the project. */

import path from 'node:path';
import type { DriverSource } from '../../../src/database/source/dataSource.ts';
import { requirePackages } from '../../vscode/install/requirePackages.ts';

/** A user's folder that has the drivers. */
export const driversFolder = path.join(import.meta.dirname, 'installed');

/** Installs the drivers, or skips the suite and says why. */
export function requireDrivers(suite: Mocha.Context): Promise<void> {
  return requirePackages(suite, driversFolder, 'the drivers');
}

export interface Login {
  user: string;
  password: string;
}

export function driverSource(type: string, port: number, database: string, { user, password }: Login): DriverSource {
  return {
    kind: 'driver',
    type,
    variables: {
      CUBEJS_DB_TYPE: type,
      CUBEJS_DB_HOST: '127.0.0.1',
      CUBEJS_DB_PORT: String(port),
      CUBEJS_DB_NAME: database,
      CUBEJS_DB_USER: user,
      CUBEJS_DB_PASS: password,
    },
    projectFolder: '/nowhere',
    folders: [driversFolder],
  };
}

/** The same source as the `.env` file of a project. */
export function envOf({ variables }: DriverSource): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
