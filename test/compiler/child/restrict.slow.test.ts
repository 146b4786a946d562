/** The abilities that remain for code that got hold of built-in modules, also in a runtime without a permission model. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

describe('restrict', () => {
  let server: Server;
  let port: number;
  let connections = 0;
  before(async () => {
    server = createServer((_request, response) => response.end());
    server.on('connection', () => {
      connections += 1;
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  after(() => server.close());

  /** The outcomes of the attempts, which run with the modules in `m`. */
  const outcomes = async (attempts: Record<string, string>): Promise<Record<string, string>> => {
    const source = `
      const m = {};
      for (const name of ['net', 'tls', 'http', 'http2', 'dgram', 'dns']) m[name] = (await import('node:' + name)).default;
      const { process } = globalThis;
      const output = process.stdout;
      const exit = process.exit;
      const { restrict } = await import('./src/compiler/child/restrict.ts');
      const deniesFiles = restrict();
      const connected = (socket) => new Promise((resolve, reject) => socket.on('error', reject).on('connect', () => resolve('connected')));
      const outcomes = { deniesFiles: String(deniesFiles) };
      const attempts = { ${Object.entries(attempts).map(([name, code]) => `${JSON.stringify(name)}: async () => ${code}`)} };
      for (const [name, attempt] of Object.entries(attempts)) {
        outcomes[name] = await attempt().then((value) => 'done: ' + value, (failure) => failure.code ?? failure.cause?.code ?? failure.message);
      }
      output.write(JSON.stringify(outcomes), () => exit());
    `;
    const { stdout } = await run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
      cwd: join(import.meta.dirname, '../../..'),
    });
    return JSON.parse(stdout) as Record<string, string>;
  };

  it('denies every kind of connection', async () => {
    const url = `http://127.0.0.1:${port}/`;
    const result = await outcomes({
      fetch: `fetch('${url}')`,
      net: `connected(m.net.connect(${port}, '127.0.0.1'))`,
      'net by name': `connected(m.net.connect(${port}, 'localhost'))`,
      'net over IPv6': `connected(m.net.connect(${port}, '::ffff:127.0.0.1'))`,
      pipe: "connected(m.net.connect('/var/run/docker.sock'))",
      tls: `connected(m.tls.connect(${port}, '127.0.0.1'))`,
      http: `new Promise((resolve, reject) => m.http.get('${url}', () => resolve()).on('error', reject))`,
      http2: `connected(m.http2.connect('${url}'))`,
      listen: "new Promise((resolve, reject) => m.net.createServer().on('error', reject).listen(0, () => resolve()))",
      datagram:
        "new Promise((resolve, reject) => m.dgram.createSocket('udp4').on('error', reject).send('x', 9, '127.0.0.1', (failure) => failure ? reject(failure) : resolve()))",
      lookup: "m.dns.promises.lookup('localhost')",
      resolve:
        "new Promise((resolve, reject) => m.dns.resolve4('localhost', (failure) => failure ? reject(failure) : resolve()))",
      resolver: "new m.dns.promises.Resolver().resolve4('localhost')",
    });
    for (const [name, outcome] of Object.entries(result)) assert.doesNotMatch(outcome, /^done/, name);
    assert.equal(result.net, 'EACCES');
    assert.equal(connections, 0);
  });

  it('denies signals and modules, and says whether the runtime denies files', async () => {
    const result = await outcomes({
      kill: 'process.kill(process.pid, 0)',
      binding: "process.binding('fs')",
      module: "process.getBuiltinModule('fs')",
      environment: 'typeof process.env',
      global: "(0, eval)('process')",
      added: '(globalThis.left = 1)',
      handles: 'process._getActiveHandles()',
      input: 'process.stdin',
      send: 'process.send',
      streams: 'process.stdout._handle',
      emit: "(m.net.Socket.prototype.on = m.http.Agent.prototype.emit = () => 'taken', Object.getPrototypeOf(m.http.Agent.prototype).emit = () => 'taken')",
    });
    assert.match(result.kill!, /not a function/);
    assert.match(result.binding!, /not a function/);
    assert.match(result.module!, /not a function/);
    assert.equal(result.environment, 'done: object');
    assert.match(result.global!, /process is not defined/);
    assert.match(result.added!, /not extensible/);
    for (const name of ['streams', 'handles', 'input'])
      assert.match(result[name]!, /^(done: undefined|.*not a function)/);
    assert.match(result.emit!, /read only/);
    assert.equal(result.send, 'done: undefined');
    assert.equal(result.deniesFiles, 'false');
  });
});
