import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { readErrorText } from '../../base/readErrorText.ts';
import type { DuckDbSource } from './dataSource.ts';
import { sourceErrors } from './sourceErrors.ts';

/** The 9th byte of a database file and the next ones. */
const duckDbMark = 'DUCK';

/** A folder of data files, a database file or a script of SQL, opened by DuckDB. @throws UserError */
export async function pathSource(file: string, where = file): Promise<DuckDbSource> {
  const found = await stat(file).catch(() => undefined);
  if (!found) throw sourceErrors.error('source-missing', [], { where });
  const absolute = path.resolve(file);
  if (found.isDirectory()) return { kind: 'duckdb', folder: absolute };
  if (found.isFile() && /\.sql$/i.test(file)) return { kind: 'duckdb', scripts: [absolute] };
  if (found.isFile() && (await isDatabase(absolute, where))) return { kind: 'duckdb', file: absolute };
  throw sourceErrors.error('source-unknown', [], { where });
}

async function isDatabase(file: string, where: string): Promise<boolean> {
  try {
    await using handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(duckDbMark.length), 0, duckDbMark.length, 8);
    return buffer.toString('latin1', 0, bytesRead) === duckDbMark;
  } catch (cause) {
    throw sourceErrors.error('source-unreadable', [readErrorText(cause)], { where, cause });
  }
}
