import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { parseEnv } from 'node:util';
import { clientSettings } from '../../../src/ui/operate/clientSettings.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const url = 'https://acme.example.com/data/v1';
const environment = {
  id: 'e1',
  name: 'Production',
  type: 'production',
  api_credentials: { rest: { url }, sql: { host: 'sql.example.com', port: 15432 } },
};
const settings = (of: Parameters<typeof clientSettings>[0]) =>
  new Map(clientSettings(of, plainLocalizer).map(({ label, text }) => [label, text]));

describe('clientSettings', () => {
  it('offers the addresses and each client', () => {
    const all = settings(environment);
    assert.deepEqual(
      [...all],
      [
        ['Data API URL', url],
        ['curl', `curl '${url}/meta' \\\n  -H "Authorization: $DATA_API_TOKEN"`],
        [
          'JavaScript client',
          `import cube from '@cubejs-client/core';\n\nconst client = cube(process.env.DATA_API_TOKEN, { apiUrl: "${url}" });`,
        ],
        ['SQL API address', 'sql.example.com:15432'],
        ['psql', `psql --host='sql.example.com' --port=15432 --username="$SQL_API_USER" --dbname="$SQL_API_DATABASE"`],
        [
          'Variables for an .env file',
          `DATA_API_URL="${url}"\nDATA_API_TOKEN="<token>"\nSQL_API_HOST="sql.example.com"\nSQL_API_PORT="15432"\nSQL_API_USER="<user>"\nSQL_API_PASSWORD="<password>"`,
        ],
      ],
    );
    assert.equal(parseEnv(all.get('Variables for an .env file')!).DATA_API_URL, url);
  });

  it('reads the addresses of a list, and offers only what they allow', () => {
    const rest = { ...environment, api_credentials: [{ type: 'rest', url }] };
    assert.deepEqual(
      [...settings(rest).keys()],
      ['Data API URL', 'curl', 'JavaScript client', 'Variables for an .env file'],
    );
    const sql = { ...environment, api_credentials: { sql: { host: 'sql.example.com' } } };
    assert.deepEqual([...settings(sql).keys()], ['SQL API address', 'psql', 'Variables for an .env file']);
    assert.deepEqual([...settings({ ...environment, api_credentials: null })], []);
  });

  it('quotes an address for the shell', () => {
    const odd = { ...environment, api_credentials: { rest: { url: "https://a.example.com/$(echo x)'`id`" } } };
    const command = settings(odd)
      .get('curl')!
      .replace(/^curl/, 'printf %s')
      .replace(/ \\\n.*/s, '');
    const printed = execFileSync('sh', ['-c', command], { encoding: 'utf8' });
    assert.equal(printed, "https://a.example.com/$(echo x)'`id`/meta");
  });
});
