/** The published drivers, in a folder of their own: they weigh more than the project. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../../src/base/errors.ts';
import type { DriverSource } from '../../../src/database/source/dataSource.ts';
import { exclusively } from '../../vscode/install/exclusively.ts';
import { runProgram } from '../../vscode/process/runProgram.ts';

/** A user's folder that has the drivers. */
export const driversFolder = path.join(import.meta.dirname, 'installed');

const stamp = path.join(driversFolder, 'node_modules/.installed');

/** Installs the drivers, or skips the suite and says why. */
export async function requireDrivers(suite: Mocha.Context): Promise<void> {
  const expected = createHash('sha256')
    .update(readFileSync(path.join(driversFolder, 'package-lock.json')))
    .digest('hex');
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === expected;
  const failure = await exclusively(`drivers ${driversFolder}`, async () => {
    if (isInstalled()) return;
    await runProgram('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: driversFolder,
      env: environment(),
    });
    writeFileSync(stamp, expected);
  }).catch(messageOf);
  if (isInstalled()) return;
  console.log(`    Skipped, because the drivers cannot be installed. ${failure}`);
  suite.skip();
}

/** Settings of the npm that started this process do not apply to this folder. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(?:config_(?:prefix|local_prefix|omit)|lifecycle|package)/i.test(name),
    ),
  );
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
