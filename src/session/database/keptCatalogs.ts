/** The catalogs of a project's databases, kept on this machine, so that they are known offline. */

import path from 'node:path';
import { hashOf } from '../../base/hash.ts';
import type { DataSource, DataSources } from '../../database/source/dataSource.ts';
import type { Catalog } from '../../model/catalog/catalog.ts';
import { CatalogLookup, type Catalogs } from '../../model/catalog/catalogLookup.ts';
import { readJson, writeJson } from '../jsonFile.ts';

/** Files of other versions are not read. */
const version = 1;

export class KeptCatalogs {
  readonly #folder: string;

  /** @param storageFolder absolute path; the same for every window on this machine */
  constructor(storageFolder: string) {
    this.#folder = path.join(storageFolder, 'catalogs');
  }

  /** Undefined if none was kept for exactly these data sources. */
  async read(projectFolder: string, sources: DataSources): Promise<Catalogs | undefined> {
    const kept = (await readJson(this.#fileOf(projectFolder, sources))) as { version?: unknown; catalogs?: unknown };
    if (kept?.version !== version || !Array.isArray(kept.catalogs)) return undefined;
    if (!kept.catalogs.every(isNamedCatalog)) return undefined;
    return new Map(kept.catalogs.map(([name, catalog]) => [name, new CatalogLookup(catalog, true)]));
  }

  /** @throws Error when the disk refuses */
  async write(projectFolder: string, sources: DataSources, catalogs: Catalogs): Promise<void> {
    const named = [...catalogs].map(([name, { catalog }]) => [name, catalog]);
    await writeJson(this.#fileOf(projectFolder, sources), { version, catalogs: named });
  }

  #fileOf(projectFolder: string, sources: DataSources): string {
    const key = JSON.stringify([projectFolder, ...[...sources].map(([name, source]) => [name, identityOf(source)])]);
    return path.join(this.#folder, `${hashOf(Buffer.from(key))}.json`);
  }
}

/** Which database it is: without passwords and keys, which can change. */
function identityOf(source: DataSource): unknown {
  switch (source.kind) {
    case 'duckdb':
      return source;
    case 'postgres': {
      const { kind, host, port = 5432, database, user } = source;
      return { kind, host, port, database, user };
    }
    case 'driver': {
      const { kind, type, variables } = source;
      const place = Object.entries(variables).filter(([name]) =>
        /_(?:HOST|PORT|NAME|USER|URL|DATABASE|SCHEMA|CATALOG)$/.test(name),
      );
      return { kind, type, place };
    }
  }
}

/** Only this class writes these files: a damaged one fails to be JSON. */
function isNamedCatalog(value: unknown): value is [string, Catalog] {
  const [name, catalog] = Array.isArray(value) ? value : [];
  const { dialect, searchPath, tables, readAt } = (catalog ?? {}) as Partial<Record<keyof Catalog, unknown>>;
  const isDated = typeof readAt === 'string' && !Number.isNaN(Date.parse(readAt));
  return (
    typeof name === 'string' &&
    typeof dialect === 'string' &&
    isDated &&
    Array.isArray(searchPath) &&
    Array.isArray(tables)
  );
}
