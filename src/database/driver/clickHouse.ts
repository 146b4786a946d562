/** ClickHouse through its published driver. Each request asks the server to only read. */

import { UserError } from '../../base/errors.ts';
import type { DriverSource } from '../source/dataSource.ts';
import type { Engine } from '../source/engine.ts';
import { DriverEngine } from './driverEngine.ts';
import { unreachable } from './published/driverFailure.ts';
import { problemOfMessage } from './published/messageProblem.ts';
import { loadDriver, type PublishedDriver } from './published/publishedDriver.ts';

type Settings = Record<string, string | number>;

interface ClickHouseDriver extends PublishedDriver {
  /** The driver sends these settings with each request. */
  config: { clickhouseSettings: Settings };
}

/** The caller's deadline comes first, and has the better message. */
const timeoutMarginMs = 1_000;
const maxResultBytes = 64 * 1024 * 1024;
/** `SETTING_CONSTRAINT_VIOLATION`, `READONLY` */
const cannotSet = /Code: (?:164|452)\b|in readonly mode|should not be changed/;

/** Exact numbers; the first one is missing in older versions, the second one is off in newer ones. */
const exact: Settings = { output_format_json_quote_decimals: 1, output_format_json_quote_64bit_integers: 1 };

/** @throws UserError if the server cannot be reached, or its user could do more than read */
export async function openClickHouse(source: DriverSource, deadlineMs: number): Promise<Engine> {
  // The driver then sends no settings of its own, which not every version and user accepts.
  const variables = { ...source.variables, CUBEJS_DB_CLICKHOUSE_READONLY: 'true' };
  const driver = loadDriver({ ...source, variables }, {}) as ClickHouseDriver;
  if (typeof driver.config?.clickhouseSettings !== 'object') {
    throw new UserError('This version of the driver for ClickHouse is not supported.', {
      action: 'Install a newer one.',
    });
  }
  const own = driver.config.clickhouseSettings;
  try {
    driver.config.clickhouseSettings = await readingSettings(driver, own, deadlineMs);
  } catch (failure) {
    throw failure instanceof UserError ? failure : unreachable(source, failure);
  }
  const isExact = 'output_format_json_quote_decimals' in driver.config.clickhouseSettings;
  return new DriverEngine(source, driver, {
    refusesSeveral: true,
    listsAll: true,
    roundsDecimals: !isExact,
    textOf,
    problemOf: problemOfMessage,
  });
}

async function readingSettings(driver: ClickHouseDriver, own: Settings, deadlineMs: number): Promise<Settings> {
  const wanted: Settings = {
    ...own,
    ...exact,
    readonly: 1,
    // As in other databases, a row without a partner has no values.
    join_use_nulls: 1,
    max_execution_time: Math.ceil((deadlineMs + timeoutMarginMs) / 1000),
    max_result_bytes: maxResultBytes,
    result_overflow_mode: 'throw',
    cancel_http_readonly_queries_on_client_close: 1,
  };
  const rows = await driver.query('SELECT name, value FROM system.settings', []);
  const known = new Map(rows.map(({ name, value }) => [String(name), String(value)]));
  const settings = Object.fromEntries(Object.entries(wanted).filter(([name]) => known.has(name)));
  driver.config.clickhouseSettings = settings;
  try {
    await driver.testConnection();
    return settings;
  } catch (failure) {
    if (!cannotSet.test(String(failure))) throw failure;
  }
  // A user who can set nothing needs a profile that does it.
  const needed = ['readonly', 'join_use_nulls', ...Object.keys(exact).filter((name) => known.has(name))];
  const wrong = needed.find((name) => known.get(name) !== '1');
  if (wrong !== undefined) {
    throw new UserError(`The ClickHouse user can set nothing, and its setting “${wrong}” is ${known.get(wrong)}.`, {
      action: `Set ${needed.map((name) => `${name} = 1`).join(', ')} in the profile of the user.`,
    });
  }
  return own;
}

function textOf(message: string): string {
  // The server writes an error behind the rows that it has sent, which makes them unreadable.
  if (/SyntaxError|Unexpected end of JSON|^ClickHouse aborted after/.test(message) && !/Code: \d+/.test(message)) {
    return 'The server stopped within the result: it is too large, or took too long. Ask for fewer rows or columns.';
  }
  return message
    .replace(/^Query failed: (?:\w*Error: )?(?:Code: \d+, e\.displayText\(\) = )?(?:DB::Exception: )?/, '')
    .replace(/(?:, e\.what\(\) = DB::Exception)?\s*; query id: [\w-]+$/, '')
    .replaceAll(/\s*\n\s*/g, ' ');
}
