/** Asks for a Postgres server in steps. The last one is the password, with which the connection is tested. */

import { userInfo } from 'node:os';
import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { PostgresTls } from '../../database/source/dataSource.ts';
import type { ProjectDatabase } from '../../session/database/projectDatabase.ts';
import type { SourceChoice } from '../../session/database/sourceChoice.ts';
import { askUntilAccepted, goneBack } from '../shell/checkedInput.ts';
import { pickItem } from '../shell/quickInput.ts';

type PostgresChoice = Extract<SourceChoice, { kind: 'postgres' }>;

/** `db.example.com:5432`, `[::1]`, or the folder of a socket. */
const server = /^(?:(\/[^:]*)|\[([\da-f:.]+)\]|([^\s:/@?#[\]]+))(?::(\d{1,5}))?$/i;

/** @throws CancelledError */
export async function askPostgres(database: ProjectDatabase, title: string): Promise<void> {
  const { choice } = database.state.value;
  const known = choice.kind === 'postgres' ? choice : undefined;
  let at = known ? serverText(known) : 'localhost';
  let name = known?.database ?? '';
  let user = known?.user ?? userInfo().username;
  let tls = known?.tls;
  const { l10n } = vscode;
  const steps: (() => Promise<unknown>)[] = [
    () =>
      ask(title, l10n.t('Server (1 of 5): its name, with a port if it is not 5432'), at, serverProblem, (text) => {
        at = text;
      }),
    () =>
      ask(title, l10n.t('Database (2 of 5)'), name, undefined, (text) => {
        name = text;
      }),
    () =>
      ask(title, l10n.t('User (3 of 5). A user who can only read is enough'), user, undefined, (text) => {
        user = text;
      }),
    async () => {
      tls = await pickEncryption(title, known ? tls : isLocal(at) ? undefined : 'full');
    },
    () =>
      askUntilAccepted({
        title,
        prompt: l10n.t(
          'Password of {0} (5 of 5). It is stored in the secret storage of the editor and sent only to this server. Leave it empty if there is none.',
          user,
        ),
        password: true,
        canBeEmpty: true,
        canGoBack: true,
        accept: (text, signal) => {
          const chosen: PostgresChoice = {
            kind: 'postgres',
            ...placeOf(at),
            database: name,
            user,
            ...(tls && { tls }),
          };
          return database.choose(chosen, text === '' ? undefined : text, signal);
        },
      }),
  ];
  for (let step = 0; step < steps.length; ) {
    if ((await steps[step]!()) !== goneBack) step += 1;
    else if (step === 0) throw new CancelledError();
    else step -= 1;
  }
}

function ask(
  title: string,
  prompt: string,
  value: string,
  problemOf: ((text: string) => string | undefined) | undefined,
  accept: (text: string) => void,
): Promise<unknown> {
  return askUntilAccepted({
    title,
    prompt,
    value,
    canGoBack: true,
    ...(problemOf && { problemOf }),
    accept: async (text) => accept(text),
  });
}

async function pickEncryption(title: string, current: PostgresTls['verify'] | undefined) {
  const { l10n } = vscode;
  const items: { label: string; detail?: string; tls: PostgresTls['verify'] | undefined }[] = [
    {
      label: l10n.t('Encrypt and Check the Certificate'),
      detail: l10n.t('The server has a certificate of a known authority for its name.'),
      tls: 'full',
    },
    { label: l10n.t('Encrypt Only'), detail: l10n.t('Another server could answer in its place.'), tls: 'none' },
    { label: l10n.t('Do Not Encrypt'), detail: l10n.t('For a server on this computer.'), tls: undefined },
  ];
  const first = items.filter(({ tls }) => tls === current);
  const picked = await pickItem([...first, ...items.filter((item) => !first.includes(item))], {
    title,
    placeHolder: l10n.t('Connection (4 of 5)'),
    ignoreFocusOut: true,
  });
  if (!picked) throw new CancelledError();
  return picked.tls;
}

function serverProblem(text: string): string | undefined {
  const port = Number(server.exec(text)?.[4] ?? 5432);
  return !server.test(text) || port < 1 || port > 65_535
    ? vscode.l10n.t('Enter a server, for example db.example.com or localhost:5433.')
    : undefined;
}

function placeOf(text: string): { host: string; port?: number } {
  const [, socket, address, name, port] = server.exec(text)!;
  return { host: (socket ?? address ?? name)!, ...(port !== undefined && { port: Number(port) }) };
}

function serverText({ host, port }: PostgresChoice): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === undefined ? name : `${name}:${port}`;
}

function isLocal(text: string): boolean {
  return /^(?:localhost|127\.\d|\[::1\]|\/)/.test(text);
}
