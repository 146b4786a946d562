import assert from 'node:assert/strict';
import { postgresAddress } from '../../../src/database/source/postgresAddress.ts';

describe('a postgres:// address', () => {
  it('says where the server is, who connects, and how the connection is encrypted', () => {
    const cases: [string, object][] = [
      ['postgres://db.example/shop', { host: 'db.example', database: 'shop' }],
      [
        'postgresql://ada:p%40ss%2F%25@[::1]:5433/the%20shop?sslmode=verify-full&sslrootcert=/ca.pem',
        {
          host: '::1',
          port: 5433,
          database: 'the shop',
          user: 'ada',
          password: 'p@ss/%',
          tls: { verify: 'full', ca: '/ca.pem' },
        },
      ],
      ['postgres:///?user=ada&host=/run/postgresql', { host: '/run/postgresql', database: 'ada', user: 'ada' }],
      ['postgres://h/d?sslmode=disable', { host: 'h', database: 'd' }],
      ['postgres://h/d?sslmode=require', { host: 'h', database: 'd', tls: { verify: 'none' } }],
      [
        'postgres://h/d?sslmode=require&sslrootcert=ca&sslcert=c&sslkey=k',
        { host: 'h', database: 'd', tls: { verify: 'authority', ca: 'ca', cert: 'c', key: 'k' } },
      ],
    ];
    for (const [address, source] of cases) assert.deepEqual(postgresAddress(address), { kind: 'postgres', ...source });
  });

  it('is refused with the reason, and without its password', () => {
    const cases: [string, RegExp][] = [
      ['mysql://u:hunter2@h/d', /has to be postgres:/],
      ['postgres://u:hunter2@h:port/d', /has to be postgres:/],
      ['postgres://u:hunter2@h/d?sslmode=prefer', /“sslmode=prefer” nothing says whether/],
      ['postgres://u:hunter2@h/d?sslmod=require', /“sslmod” of the address is not known/],
      ['postgres://u:hunter2%@h/d', /as %25/],
      ['postgres://:hunter2@h', /names no database/],
    ];
    for (const [address, message] of cases) {
      assert.throws(
        () => postgresAddress(address),
        (failure: Error) => message.test(failure.message) && !failure.message.includes('hunter2'),
        address,
      );
    }
  });
});
