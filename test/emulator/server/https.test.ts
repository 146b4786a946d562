import assert from 'node:assert/strict';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import { json } from 'node:stream/consumers';
import { UserError } from '../../../src/base/errors.ts';
import { readCommandLine } from '../../../src/emulator/commandLine.ts';
import { startEmulator } from '../../../src/emulator/emulator.ts';
import { certificate as ca, certificateFiles } from '../../platform/http/testServer.ts';
import { type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';

describe('an emulator with a certificate', () => {
  let under: EmulatorUnderTest;
  before(async () => {
    under = await emulatorUnderTest({ certificate: certificateFiles });
  });
  after(() => under.close());

  const authorization = () => `Bearer ${under.emulator.apiKey}`;

  async function overHttp2(path: string, headers: Record<string, string> = {}) {
    const session = connect(under.emulator.url, { ca });
    try {
      const stream = session.request({ ':path': path, authorization: authorization(), ...headers });
      const answered = new Promise<IncomingHttpHeaders & { ':status'?: number }>((resolve, reject) => {
        stream.once('response', resolve).once('error', reject);
      });
      const { ':status': status } = await answered;
      return { status, body: (await json(stream)) as { id?: number; error?: string }, protocol: session.alpnProtocol };
    } finally {
      session.destroy();
    }
  }

  it('serves HTTP/2', async () => {
    const { status, body, protocol } = await overHttp2('/api/v1/users/me');
    assert.equal(protocol, 'h2');
    assert.equal(status, 200);
    assert.equal(typeof body.id, 'number');
  });

  it('serves HTTP/1.1 to a client without HTTP/2', async () => {
    const answer = new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      const headers = { authorization: authorization() };
      request(`${under.emulator.url}/api/v1/users/me`, { ca, headers, agent: false }, resolve)
        .once('error', reject)
        .end();
    });
    const response = await answer;
    assert.equal(response.httpVersion, '1.1');
    assert.equal(response.statusCode, 200);
    assert.ok(await json(response));
  });

  it('refuses other hosts over HTTP/2, too', async () => {
    const { status, body } = await overHttp2('/api/v1/users/me', { ':authority': 'evil.example' });
    assert.equal(status, 421);
    assert.match(body.error ?? '', /evil\.example/);
  });

  it('names itself with https in its answers', () => {
    assert.match(under.emulator.url, /^https:\/\/127\.0\.0\.1:\d+$/);
    assert.ok(under.emulator.dataApiUrl.startsWith(under.emulator.url));
  });

  it('closes while a connection is open', async () => {
    const { emulator, close } = await emulatorUnderTest({ certificate: certificateFiles });
    const session = connect(emulator.url, { ca });
    session.on('error', () => {});
    await new Promise((resolve) => session.once('remoteSettings', resolve));
    const closed = new Promise((resolve) => session.once('close', resolve));
    await close();
    await closed;
  });
});

describe('the certificate of an emulator', () => {
  const unusable = (failure: unknown) => failure instanceof UserError && failure.code === 'certificate-unusable';

  it('needs both files', () => {
    assert.throws(() => readCommandLine(['--tls-cert', certificateFiles.cert]), unusable);
    assert.throws(() => readCommandLine(['--tls-key', certificateFiles.key]), unusable);
    const { options } = readCommandLine(['--tls-cert', 'a.pem', '--tls-key', 'b.pem']);
    assert.deepEqual(options.certificate, { cert: 'a.pem', key: 'b.pem' });
  });

  it('must exist and be in PEM format', async () => {
    const { cert, key } = certificateFiles;
    await assert.rejects(startEmulator({ certificate: { cert: '/no/such/file.pem', key } }), unusable);
    await assert.rejects(startEmulator({ certificate: { cert, key: import.meta.filename } }), unusable);
  });
});
