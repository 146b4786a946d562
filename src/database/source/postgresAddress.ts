import { UserError } from '../../base/errors.ts';
import type { PostgresSource, PostgresTls } from './dataSource.ts';

const modes: Readonly<Record<string, PostgresTls['verify'] | undefined>> = {
  disable: undefined,
  require: 'none',
  'verify-ca': 'authority',
  'verify-full': 'full',
};

const known = ['host', 'port', 'user', 'password', 'dbname', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'];

export function isPostgresAddress(text: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(text);
}

/** Reads `postgres://user:password@host:port/database?sslmode=…`. @throws UserError that does not contain the address */
export function postgresAddress(address: string): PostgresSource {
  if (!isPostgresAddress(address) || !URL.canParse(address))
    throw new UserError('The address has to be postgres://USER:PASSWORD@HOST:PORT/DATABASE.');
  const url = new URL(address);
  const { searchParams } = url;
  const other = [...searchParams.keys()].find((name) => !known.includes(name));
  if (other !== undefined)
    throw new UserError(`The parameter “${other}” of the address is not known. Use: ${known.join(', ')}.`);
  const part = (name: string, text: string) => searchParams.get(name) ?? (text === '' ? undefined : decoded(text));
  const user = part('user', url.username);
  const password = part('password', url.password);
  // `[::1]` is the address ::1.
  const host = part('host', url.hostname)?.replace(/^\[(.*)\]$/, '$1');
  const database = part('dbname', url.pathname.slice(1)) ?? user;
  if (database === undefined) throw new UserError('The address names no database: postgres://HOST/DATABASE.');
  const port = part('port', url.port);
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new UserError('The port of the address is not a number.');
  const tls = tlsOf(searchParams);
  return {
    kind: 'postgres',
    host: host ?? 'localhost',
    database,
    ...(port !== undefined && { port: Number(port) }),
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(tls && { tls }),
  };
}

function tlsOf(parameters: URLSearchParams): PostgresTls | undefined {
  const mode = parameters.get('sslmode') ?? 'disable';
  if (mode === 'prefer' || mode === 'allow') {
    throw new UserError(`With “sslmode=${mode}” nothing says whether the connection is encrypted.`, {
      action: 'Write sslmode=require for a server with TLS, and sslmode=disable for one without.',
    });
  }
  if (!Object.hasOwn(modes, mode)) {
    throw new UserError(`“sslmode=${mode}” is not supported. Use one of: ${Object.keys(modes).join(', ')}.`);
  }
  const verify = modes[mode];
  if (verify === undefined) return undefined;
  const [ca, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => parameters.get(name) ?? undefined);
  return {
    // As other clients do: a given authority is checked.
    verify: verify === 'none' && ca !== undefined ? 'authority' : verify,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UserError('A part of the address is not encoded: write a “%” in a password as %25.');
  }
}
