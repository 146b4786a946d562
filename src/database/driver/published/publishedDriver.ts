/** The published drivers of the model format, as far as they are used here. */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { messageOf, UserError } from '../../../base/errors.ts';
import type { DriverSource } from '../../source/dataSource.ts';

/** A result that can be stopped, if the driver can do that. */
export type Cancellable<T> = Promise<T> & { cancel?(): Promise<unknown> };

export interface DriverRows {
  rows: readonly Record<string, unknown>[];
  /** Types in the words of all drivers: `int`, `decimal`, `timestamp`. */
  types: readonly { name: string; type: string }[];
}

export interface PublishedDriver {
  testConnection(): Promise<unknown>;
  query(sql: string, values: readonly unknown[]): Cancellable<readonly Record<string, unknown>[]>;
  downloadQueryResults(sql: string, values: readonly unknown[], options: object): Cancellable<DriverRows>;
  /** Schemas, their tables, and the columns of these. */
  tablesSchema(): Promise<Record<string, Record<string, readonly DriverColumn[]>>>;
  tablesSchemaV2?: PublishedDriver['tablesSchema'];
  /** A type of a catalog in the words of all drivers. */
  toGenericType?(type: string): string;
}

export interface DriverColumn {
  name: string;
  type: string;
  attributes?: readonly string[];
  foreign_keys?: readonly { target_table: string; target_column: string }[];
}

type DriverClass = new (config: object) => PublishedDriver;

const namedDifferently: Readonly<Record<string, string>> = { mysqlauroraserverless: 'mysql-aurora-serverless' };

function driverPackage(type: string): string {
  return `@cubejs-backend/${namedDifferently[type] ?? type}-driver`;
}

/**
 * Constructs the driver, which reads its variables from the environment of this process.
 * @throws UserError if it is not installed or cannot be loaded
 */
export function loadDriver(source: DriverSource, config: object): PublishedDriver {
  const name = driverPackage(source.type);
  const file = findDriver(source, name);
  Object.assign(process.env, source.variables);
  // Files that a variable names are relative to the project, where a server is started.
  if (existsSync(source.projectFolder)) process.chdir(source.projectFolder);
  // Drivers write what they like, and could write a password.
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => {};
  try {
    const loaded = createRequire(file)(file) as DriverClass & { default?: DriverClass };
    return new (loaded.default ?? loaded)(config);
  } catch (failure) {
    throw new UserError(`The driver ${name} cannot be used: ${withoutSecrets(messageOf(failure), source)}`, {
      where: file,
      action: 'Check its variables in the .env file, or install it again.',
    });
  }
}

function findDriver({ projectFolder, folders, trusted }: DriverSource, name: string): string {
  const find = (folder: string) => {
    try {
      return createRequire(path.join(folder, 'package.json')).resolve(name);
    } catch {
      return undefined;
    }
  };
  const ofProject = find(projectFolder);
  // Not in a folder above them, which other users of the machine may write.
  const ofUser = folders.filter((folder) => existsSync(path.join(folder, 'node_modules', name))).map(find);
  const found = (trusted ? ofProject : undefined) ?? ofUser.find((file) => file !== undefined);
  if (found !== undefined) return found;
  const install = (folder: string) => `npm install --prefix "${folder}" ${name}`;
  const [own = projectFolder] = folders;
  if (ofProject !== undefined) {
    throw new UserError(`The driver ${name} of the project is a program of the project, which is not trusted.`, {
      where: ofProject,
      action: `Install it for yourself: ${install(own)}. If you trust the project, --trust-model of a command also uses its own.`,
    });
  }
  throw new UserError(`The driver ${name}, which this database needs, is not installed.`, {
    action: `Install it for yourself: ${install(own)}`,
  });
}

/** A text of a driver or a server, without what only its process knows. */
export function withoutSecrets(text: string, { variables }: DriverSource): string {
  const secrets = Object.entries(variables)
    .filter(([name, value]) => /PASS|SECRET|TOKEN|KEY|CREDENTIALS/.test(name) && value.length > 2)
    .map(([, value]) => value);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
}
