import assert from 'node:assert/strict';
import { postgresAddress } from '../../../src/database/source/postgresAddress.ts';
import { emulatorSource, type SourceChoice } from '../../../src/session/database/sourceChoice.ts';

describe('emulatorSource', () => {
  it('names a Postgres without its password, which is a variable', () => {
    const choices: Extract<SourceChoice, { kind: 'postgres' }>[] = [
      { kind: 'postgres', host: 'db.example.com', port: 6543, database: 'a b&c=d/é', user: 'me@corp', tls: 'full' },
      { kind: 'postgres', host: '/var/run/postgresql', database: 'shop', user: 'reader', tls: 'none' },
      { kind: 'postgres', host: '::1', database: 'shop', user: 'reader' },
    ];
    for (const choice of choices) {
      const { args, env } = emulatorSource(choice, 's3cret');
      assert.deepEqual(env, { PGPASSWORD: 's3cret' });
      assert.doesNotMatch(args.join(' '), /s3cret/);
      const { tls, ...place } = choice;
      assert.equal(args[0], '--source');
      assert.deepEqual(postgresAddress(args[1]!), { ...place, ...(tls && { tls: { verify: tls } }) });
    }
  });

  it('names a path, nothing for the .env file, which the emulator reads, and no data source', () => {
    assert.deepEqual(emulatorSource({ kind: 'path', path: '/data' }, undefined), {
      args: ['--source', '/data'],
      env: {},
    });
    assert.deepEqual(emulatorSource({ kind: 'env' }, undefined), { args: [], env: {} });
    assert.deepEqual(emulatorSource({ kind: 'none' }, undefined), { args: ['--no-database'], env: {} });
  });
});
