/** Models that try to leave the compiler's process: they reach no file, secret, process or network. */

import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../src/base/errors.ts';
import type { Compiler } from '../../src/compiler/compiler.ts';
import { asFiles, findings, makeCompiler } from './compilerUnderTest.ts';
import { validModel } from './errorTable.ts';

const secret = 'sk-secret-of-the-parent';

/** Gives the model the process object, if there is a way to it, and every way to a built-in module that a version of Node has. */
const prelude = `
const Outside = cube.constructor.constructor;
const outside = Outside('return globalThis')();
const modelProcess = globalThis.process;
const waysToProcess = [
  () => Outside('return process')(),
  () => outside.process,
  () => outside.global.process,
  () => require('process'),
  () => outside.console._stdout.constructor.constructor('return process')(),
  () => outside.setTimeout(() => {}, 0)[Object.getOwnPropertySymbols(outside.setTimeout(() => {}, 0))[0]].process,
];
const process = waysToProcess.map((way) => { try { return way(); } catch {} }).find((found) => found?.pid) ?? modelProcess;
const load = (name) => {
  const refusals = [];
  for (const route of [
    () => process.getBuiltinModule(name),
    () => process.mainModule.require(name),
    () => process.mainModule.constructor._load(name),
    () => process.mainModule.constructor.createRequire('/')(name),
    () => require(name),
  ]) {
    try {
      const found = route();
      if (found) return found;
    } catch (failure) { refusals.push(failure.code ?? failure.message); }
  }
  throw new Error('no module ' + name + ': ' + refusals);
};
`;

describe('a hostile model', () => {
  let compiler: Compiler;
  let folder: string;
  let server: Server;
  let port: number;
  let requests = 0;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hostile-'));
    writeFileSync(join(folder, 'private.txt'), secret);
    process.env.HOSTILE_TEST_KEY = secret;
    compiler = makeCompiler();
    server = createServer((_request, response) => response.end(secret));
    server.on('connection', () => {
      requests += 1;
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  after(() => {
    delete process.env.HOSTILE_TEST_KEY;
    compiler.dispose();
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The value that an async function in the model returned or threw. */
  const outcomeOf = async (body: string, own = compiler): Promise<string> => {
    const content = `${prelude}
asyncModule(async () => {
  let outcome;
  try { outcome = 'done: ' + JSON.stringify(await (async () => { ${body} })()); }
  catch (failure) { outcome = 'refused: ' + (failure.code ?? failure.cause?.code ?? failure.message); }
  throw new Error(outcome);
});`;
    const { errors } = await own.compile({ files: [{ fileName: 'a.js', content }] });
    const found = errors.map(({ message }) => message).find((message) => /done: |refused: /.test(message));
    assert.ok(found, JSON.stringify(errors));
    return found;
  };

  const isRefused = async (body: string) => {
    const outcome = await outcomeOf(body);
    assert.match(outcome, /refused: /);
    assert.doesNotMatch(outcome, new RegExp(secret));
  };

  it('gets results of its computations', async () => {
    assert.match(await outcomeOf('return 1 + 1'), /done: 2/);
  });

  it('finds no way to the process object', async () => {
    assert.match(await outcomeOf('return process.pid ?? "none"'), /done: "none"/);
    await isRefused('return Outside(\'return import("node:process")\')().then((found) => found.pid)');
    await isRefused('return outside.eval(\'import("process")\').then((found) => found.pid)');
  });

  it('sees no secret of the parent process', async () => {
    assert.doesNotMatch(await outcomeOf('return process.env'), new RegExp(secret));
    await isRefused(`return load('fs').readFileSync('/proc/${process.pid}/environ', 'latin1')`);
    await isRefused("return load('fs').readFileSync('/proc/self/environ', 'latin1')");
  });

  it('reads no files', async () => {
    await isRefused("return load('fs').readFileSync('/etc/passwd', 'utf8')");
    await isRefused(`return load('fs').readFileSync(${JSON.stringify(join(folder, 'private.txt'))}, 'utf8')`);
    await isRefused(`return load('fs').readdirSync(${JSON.stringify(folder)})`);
    await isRefused(`return require(${JSON.stringify(join(folder, 'private.txt'))})`);
  });

  it('writes no files', async () => {
    const file = join(folder, 'written');
    const path = JSON.stringify(file);
    await isRefused(`return load('fs').writeFileSync(${path}, 'x')`);
    await isRefused(`return load('fs').mkdirSync(${path})`);
    await isRefused(`return process.report.writeReport(${path})`);
    await isRefused(`return load('v8').writeHeapSnapshot(${path})`);
    await isRefused(`return new (load('node:sqlite').DatabaseSync)(${path}) && 'opened'`);
    assert.equal(existsSync(file), false);
  });

  it('starts no processes and threads', async () => {
    await isRefused("return load('child_process').execSync('id', { encoding: 'utf8' })");
    await isRefused("return load('child_process').spawnSync('id').status");
    await isRefused("return new (load('worker_threads').Worker)('1', { eval: true }).threadId");
    await isRefused("return load('cluster').fork().process.pid");
    await isRefused("return process.execve('/bin/true', ['true'])");
  });

  it('sends no signals, and opens no debugger', async () => {
    await isRefused(`return process.kill(${process.pid}, 0)`);
    await isRefused(`return process._kill(${process.pid}, 0)`);
    await isRefused(`return process._debugProcess(${process.pid}) ?? 'sent'`);
    await isRefused("return load('inspector').open(0) ?? 'opened'");
  });

  it('reaches no internal and native modules', async () => {
    for (const name of ['fs', 'tcp_wrap', 'process_wrap', 'cares_wrap'])
      await isRefused(`return typeof process.binding('${name}')`);
    await isRefused("return typeof process._linkedBinding('fs')");
    await isRefused("return typeof process.dlopen({ exports: {} }, '/lib/x.node')");
  });

  it('imports no modules', async () => {
    await isRefused('return Object.keys(await Outside(\'return import("node:fs")\')()).length');
    await isRefused('return Object.keys(await outside.eval(\'import("node:child_process")\')).length');
  });

  it('makes no connections', async () => {
    const before = requests;
    const connect = (client: string) =>
      `new Promise((resolve, reject) => { const socket = ${client}; socket.on('error', reject).on('connect', () => resolve('connected')) })`;
    await isRefused(`return (await outside.fetch('http://127.0.0.1:${port}/')).status`);
    await isRefused(`return ${connect(`load('net').connect(${port}, '127.0.0.1')`)}`);
    await isRefused(`return ${connect(`load('tls').connect(${port}, '127.0.0.1')`)}`);
    await isRefused(`return ${connect(`new (process.stderr.constructor)().connect(${port}, '127.0.0.1')`)}`);
    await isRefused(
      `return new Promise((resolve, reject) => { load('http').get('http://127.0.0.1:${port}/', ({ statusCode }) => resolve(statusCode)).on('error', reject) })`,
    );
    await isRefused("return load('net').createServer().listen(0).address()");
    await isRefused("return (await load('dns').promises.lookup('localhost')).address");
    assert.equal(requests, before);
  });

  it('sends no datagrams', async () => {
    const socket = createSocket('udp4');
    let received = 0;
    socket.on('message', () => {
      received += 1;
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const send = `load('dgram').createSocket('udp4').send('x', ${socket.address().port}, '127.0.0.1', (failure) => failure ? reject(failure) : resolve('sent'))`;
    await isRefused(`return new Promise((resolve, reject) => { ${send} })`);
    // A later datagram arrives after an earlier one.
    const own = createSocket('udp4');
    own.send('end', socket.address().port, '127.0.0.1');
    await once(socket, 'message');
    assert.equal(received, 1);
    own.close();
    socket.close();
  });

  for (const [what, grow] of [
    ['its heap', "const kept = []; for (let i = 0; i < 20; i++) kept.push(new Array(1 << 25).fill(i)); return 'grew'"],
    ['buffers', "const kept = []; for (let i = 0; i < 5; i++) kept.push(new ArrayBuffer(1e9)); return 'grew'"],
  ] as const) {
    it(`cannot use up the memory of the machine with ${what}`, async function () {
      // Only Linux limits the memory of buffers.
      if (what === 'buffers' && process.platform !== 'linux') return this.skip();
      const own = makeCompiler();
      try {
        const outcome = await outcomeOf(grow, own).catch((failure: unknown) => failure);
        if (typeof outcome === 'string') assert.match(outcome, /refused: /);
        else assert.ok(outcome instanceof UserError && outcome.code === 'compiler-exited', String(outcome));
        const result = await own.compile({ files: asFiles(validModel) });
        assert.deepEqual(findings(result), { errors: [], cubes: 2, views: 1 });
      } finally {
        own.dispose();
      }
    });
  }
});
