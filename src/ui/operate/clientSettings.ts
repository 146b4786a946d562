/** Settings of clients for one environment, ready to paste. They contain placeholders instead of tokens and users. */

import type { Environment } from '../../contract/deployments/deployments.ts';
import { restUrlOf, sqlAddressOf } from '../../platform/environmentAddresses.ts';
import type { Localizer } from '../shell/localizer.ts';

export interface ClientSetting {
  label: string;
  text: string;
}

/** Those that the environment's addresses allow. */
export function clientSettings(environment: Environment, l10n: Localizer): ClientSetting[] {
  const url = restUrlOf(environment);
  const sql = sqlAddressOf(environment);
  const settings: ClientSetting[] = [];
  if (url !== undefined) {
    settings.push(
      { label: l10n.t('Data API URL'), text: url },
      {
        label: l10n.t('curl'),
        text: `curl ${shellQuote(`${url.replace(/\/+$/, '')}/meta`)} \\\n  -H "Authorization: $DATA_API_TOKEN"`,
      },
      {
        label: l10n.t('JavaScript client'),
        text: [
          "import cube from '@cubejs-client/core';",
          '',
          `const client = cube(process.env.DATA_API_TOKEN, { apiUrl: ${JSON.stringify(url)} });`,
        ].join('\n'),
      },
    );
  }
  if (sql) {
    const port = sql.port === undefined ? '' : ` --port=${sql.port}`;
    settings.push(
      { label: l10n.t('SQL API address'), text: sql.text },
      {
        label: 'psql',
        text: `psql --host=${shellQuote(sql.host)}${port} --username="$SQL_API_USER" --dbname="$SQL_API_DATABASE"`,
      },
    );
  }
  if (settings.length > 0) settings.push({ label: l10n.t('Variables for an .env file'), text: envBlock(url, sql) });
  return settings;
}

function envBlock(url: string | undefined, sql: ReturnType<typeof sqlAddressOf>): string {
  const lines: (readonly [string, string])[] = [];
  if (url !== undefined) lines.push(['DATA_API_URL', url], ['DATA_API_TOKEN', '<token>']);
  if (sql) {
    lines.push(['SQL_API_HOST', sql.host]);
    if (sql.port !== undefined) lines.push(['SQL_API_PORT', String(sql.port)]);
    lines.push(['SQL_API_USER', '<user>'], ['SQL_API_PASSWORD', '<password>']);
  }
  return lines.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join('\n');
}

/** For a POSIX shell. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
