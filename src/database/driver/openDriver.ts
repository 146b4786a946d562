import type { DriverSource } from '../source/dataSource.ts';
import type { Engine } from '../source/engine.ts';
import { openClickHouse } from './clickHouse.ts';
import { DriverEngine } from './driverEngine.ts';
import { openMySql } from './mySql/mySql.ts';
import { unreachable } from './published/driverFailure.ts';
import { loadDriver } from './published/publishedDriver.ts';

/** A database through its published driver. @throws UserError if it cannot be reached, or could do more than read */
export async function openDriver(source: DriverSource, deadlineMs: number): Promise<Engine> {
  if (source.type === 'mysql') return openMySql(source, deadlineMs);
  if (source.type === 'clickhouse') return openClickHouse(source, deadlineMs);
  const driver = loadDriver(source, {});
  try {
    await driver.testConnection();
  } catch (failure) {
    throw unreachable(source, failure);
  }
  return new DriverEngine(source, driver);
}
