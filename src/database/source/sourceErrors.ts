/** Why it is not known which database to open. No text contains a value that can be a secret. */

import { errorCatalog } from '../../base/errors.ts';

export const sourceErrors = errorCatalog({
  'source-missing': {
    message: 'There is no such file or folder with data.',
    action: 'Choose a folder of CSV, Parquet or JSON files, a DuckDB file, a .sql script or a postgres:// address.',
  },
  'source-unknown': {
    message: 'This file is neither a DuckDB database nor a .sql script.',
    action: 'For a CSV, Parquet or JSON file, choose its folder.',
  },
  'source-unreadable': {
    message: 'The data cannot be read: {0}.',
  },
  'address-unknown': {
    message: 'An address that starts with {0} cannot be opened.',
    action: 'Use postgres://USER@HOST:PORT/DATABASE, or the .env file of the project for other databases.',
  },
  'env-too-large': {
    message: 'The .env file is larger than {0} kB.',
    action: 'Keep only variables in it.',
  },
  'env-unreadable': {
    message: 'The .env file cannot be read: {0}.',
  },
  'env-line-unreadable': {
    message: 'This line cannot be read: {0}.',
    action: 'Write NAME=value or NAME="value". A comment has its own line.',
  },
  'env-none': {
    message: 'The project has no .env file with CUBEJS_DB_TYPE, so its database is not known.',
    action: 'Add one, or name the data: --source PATH or --source postgres://USER@HOST:PORT/DATABASE.',
  },
  'env-needs': {
    message: '{0} is missing in the .env file.',
    action: 'Add it: NAME=value.',
  },
  'env-unknown-type': {
    message: '{0} is “{1}”, which is not a type of database.',
    action: 'Known types: {2}.',
  },
  'env-not-a-port': {
    message: '{0} must be a whole number from 1 to 65535.',
  },
  'env-not-a-switch': {
    message: '{0} must be true or false.',
  },
  'env-not-a-file': {
    message: '{0} is neither a text in PEM nor the path of a file that can be read.',
  },
  'env-not-supported': {
    message: '{0} is not supported here.',
    action: 'Remove it, or name the data in another way.',
  },
  'env-bad-name': {
    message: 'CUBEJS_DATASOURCES contains “{0}”, which cannot be the name of a data source.',
    action: 'Use letters, digits and underscores, with commas between the names.',
  },
});
