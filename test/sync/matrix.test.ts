/**
 * Names and contents, each in both directions and by every route that carries files: byte for byte the same at the other end,
 * or refused with its reason and nothing written. What is expected of a case stands beside it.
 */

import { strict as assert } from 'node:assert';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { silentLog } from '../../src/base/log.ts';
import { operations } from '../../src/contract/operations.ts';
import { type RunningEmulator, startEmulator } from '../../src/emulator/emulator.ts';
import { Client } from '../../src/platform/client.ts';
import { hashOf } from '../../src/sync/plan/tree.ts';
import type { PlatformCaller } from '../../src/sync/remote/remote.ts';
import { SyncEngine } from '../../src/sync/syncEngine.ts';
import { filesIn, put, removeTemporaryFolders, temporaryFolder } from './temporary.ts';

interface NameCase {
  what: string;
  /** Below the project folder. */
  path: string;
  /** Words of the reason; without it the name travels. */
  refused?: RegExp;
  /** No disk can hold it, so that only a server can say it. */
  unspeakable?: true;
  /** The platform itself refuses it from whoever writes it. */
  impossible?: true;
}

const fits = (what: string, path: string): NameCase => ({ what, path });
const refused = (what: string, path: string, reason: RegExp, more: Partial<NameCase> = {}): NameCase => {
  return { what, path, refused: reason, ...more };
};
const only = { unspeakable: true, impossible: true } as const;

/** What the platform, git and three operating systems can hold travels; the issue lists what must not. */
const names: readonly NameCase[] = [
  fits('a plain name', 'model/cubes/orders.yml'),
  fits('a project file', 'cube.js'),
  fits('no extension', 'model/README'),
  fits('upper case', 'model/cubes/ORDERS2.YML'),
  fits('twelve folders deep', 'model/a/b/c/d/e/f/g/h/i/j/k/l.yml'),
  fits('a space', 'model/two words.yml'),
  fits('a space at the beginning', 'model/ first.yml'),
  fits('spaces in a folder', 'model/my own cubes/x y z.yml'),
  fits('composed Unicode (NFC)', 'model/caf\u00e9.yml'),
  fits('decomposed Unicode (NFD)', 'model/the\u0301.yml'),
  fits('emoji', 'model/🛒.yml'),
  fits('emoji with a variation selector', 'model/\u2764\ufe0f.yml'),
  fits('Chinese, Japanese, Korean', 'model/注文_ちゅうもん_주문.yml'),
  fits('Hebrew and Arabic', 'model/הזמנות/طلبات.yml'),
  fits('beyond the basic plane', 'model/𝔬𝔯𝔡𝔢𝔯𝔰.yml'),
  fits('percent', 'model/100%.yml'),
  fits('an encoded dot-dot', 'model/%2e%2e/x.yml'),
  fits('an encoded slash', 'model/a%2Fb.yml'),
  fits('an encoded NUL', 'model/a%00.yml'),
  fits('hash', 'model/a#b.yml'),
  fits('plus', 'model/a+b.yml'),
  fits('ampersand and equals', 'model/a=1&b=2.yml'),
  fits('single quote', "model/o'clock.yml"),
  fits('backtick and dollar', 'model/`$(x)`.yml'),
  fits('semicolon and the word filename', 'model/a; filename=b; name=c.yml'),
  fits('brackets and braces', 'model/[a]{b}(c)!@^,.yml'),
  fits('two dots in a name', 'model/a..b.yml'),
  fits('a name of objects', 'model/__proto__'),
  fits('another name of objects', 'model/constructor.yml'),
  fits('a dash at the beginning', 'model/-rf.yml'),
  fits('nearly a device', 'model/console.yml'),
  fits('nearly a device, with a number', 'model/com10.yml'),
  fits('nearly git', 'model/gitlab.git'),
  fits('255 bytes', `model/${'x'.repeat(251)}.yml`),
  fits('255 bytes in UTF-8', `model/${'ä'.repeat(125)}x.yml`),
  fits('a path of 900 bytes', `model/${'deep/'.repeat(178)}x.js`),

  refused('dot-dot', 'model/../outside.yml', /“\.\.”/, only),
  refused('dot-dot above the project', '../outside.yml', /Only|“\.\.”/, only),
  refused('dot-dot far above', 'model/../../../outside.yml', /“\.\.”/, only),
  refused('dot-dot at the end', 'model/a/..', /“\.\.”/, only),
  refused('a single dot', 'model/./x.yml', /“\.”/, only),
  refused('a folder without a name', 'model//x.yml', /no name/, only),
  refused('a slash at the end', 'model/x/', /no name/, only),
  refused('absolute', '/model/x.yml', /Only|absolute/, only),
  refused('a backslash', 'model/a\\b.yml', /backslash/, { impossible: true }),
  refused('dot-dot with backslashes', 'model/..\\..\\outside.yml', /backslash/, { impossible: true }),
  refused('a drive', 'model/C:/x.yml', /colon/),
  refused('a colon', 'model/a:b.yml', /colon/),
  refused('a stream of NTFS', 'model/a.yml::$DATA', /colon/),
  refused('NUL', 'model/a\u0000b.yml', /control/, only),
  refused('a line break', 'model/a\nb.yml', /control/),
  refused('CR and LF', 'model/a\r\nX-Header: b.yml', /colon|control/),
  refused('a tab', 'model/a\tb.yml', /control/),
  refused('escape', 'model/\u001b[31m.yml', /control/),
  refused('delete', 'model/a\u007f.yml', /control/),
  refused('a control character above ASCII', 'model/a\u0085.yml', /control/),
  refused('right-to-left override', 'model/\u202elmy.a', /invisible|direction/),
  refused('an isolate', 'model/a\u2066b.yml', /invisible|direction/),
  refused('a left-to-right mark', 'model/a\u200eb.yml', /invisible|direction/),
  refused('an Arabic letter mark', 'model/a\u061cb.yml', /invisible|direction/),
  refused('a space without width', 'model/a\u200bb.yml', /invisible/),
  refused('a soft hyphen', 'model/a\u00adb.yml', /invisible/),
  refused('a tag character', 'model/a\u{e0041}b.yml', /invisible/),
  refused('a byte order mark', 'model/\ufeffa.yml', /invisible/),
  refused('half a character', 'model/\ud83d.yml', /Unicode/, only),
  refused('the replacement character', 'model/a\ufffd.yml', /Unicode/),
  refused('a question mark', 'model/a?.yml', /Windows/),
  refused('an asterisk', 'model/*.yml', /Windows/),
  refused('double quotes', 'model/"a".yml', /Windows/),
  refused('less and greater', 'model/<a>.yml', /Windows/),
  refused('a pipe', 'model/a|b.yml', /Windows/),
  refused('a device', 'model/CON', /device/),
  refused('a device with an extension', 'model/nul.yml', /device/),
  refused('a device in mixed case', 'model/Aux.tar.gz', /device/),
  refused('a numbered device', 'model/com1.yml', /device/),
  refused('a device with a superscript', 'model/LPT\u00b9.yml', /device/),
  refused('a device as a folder', 'model/prn/x.yml', /device/),
  refused('a device with a space', 'model/con .yml', /device/),
  refused('a console device', 'model/CONOUT$', /device/),
  refused('a dot at the end', 'model/a.yml.', /ends in/),
  refused('a space at the end', 'model/a.yml ', /ends in/),
  refused('a folder with a dot at the end', 'model/a./x.yml', /ends in/),
  refused('three dots', 'model/...', /dot/),
  refused('git’s folder', 'model/.git/config', /git/, { impossible: true }),
  refused('git’s folder in upper case', 'model/.GIT/hooks/post-checkout', /git/, { impossible: true }),
  refused('git’s folder, as Windows reads it', 'model/.git. /config', /git|ends in/),
  refused('git’s folder, by its short name', 'model/GIT~1/config', /git/),
  refused('git’s folder, as a Mac reads it', 'model/.g\u200cit/config', /invisible/),
  refused('a file of git’s', 'model/.gitattributes', /git/),
  refused('git’s modules', 'model/.gitmodules', /git/),
  refused('the editor’s settings', 'model/.vscode/settings.json', /dot/),
  refused('the editor’s settings, by their short name', 'model/VSCODE~1/tasks.json', /short name/),
  refused('a hidden file', 'model/.hidden.yml', /dot/),
  refused('a hidden folder', 'model/.hidden/x.yml', /dot/),
  refused('environment variables', 'model/.env', /secrets|dot/),
  refused('environment variables of production', 'model/.env.production', /secrets|dot/),
  refused('a private key', 'model/server.pem', /[Kk]ey/),
  refused('an installed package', 'model/node_modules/x/index.js', /packages/),
  refused('a temporary file', 'model/orders.yml~', /temporary/),
  refused('256 bytes', `model/${'x'.repeat(252)}.yml`, /255 bytes/, only),
  refused('256 bytes in UTF-8', `model/${'ä'.repeat(126)}.yml`, /255 bytes/, only),
  refused('a path of more than 900 bytes', `model/${'deep/'.repeat(179)}x.js`, /900 bytes/),
];

interface ContentCase {
  what: string;
  bytes: Uint8Array;
  /** Alone in a push. Text below 256 kB goes in one write; anything else, also text that is not exactly its UTF-8, as an upload. */
  route: 'putFiles' | 'finishUpload';
  /** The platform hands files out as text (its tree of files): other bytes arrive there, and are refused on the way back. */
  text: boolean;
}

const kB = 1024;
const text = (content: string, route: ContentCase['route'] = 'putFiles') => ({
  bytes: Buffer.from(content),
  route,
  text: true,
});
const binary = (bytes: readonly number[] | Buffer) => ({
  bytes: Buffer.from(bytes),
  route: 'finishUpload' as const,
  text: false,
});
const upload = 'finishUpload' as const;
const filled = (bytes: number) => `# ${'x'.repeat(bytes - 3)}\n`;

const contents: readonly ContentCase[] = [
  { what: 'nothing', ...text('') },
  { what: 'one byte', ...text('x') },
  { what: 'one line break', ...text('\n') },
  { what: 'no line break at the end', ...text('cubes: []') },
  { what: 'CR LF', ...text('cubes:\r\n  - name: a\r\n') },
  { what: 'CR alone', ...text('cubes:\r  - name: a\r') },
  { what: 'mixed line ends', ...text('a: 1\r\nb: 2\nc: 3\rd: 4') },
  { what: 'line and paragraph separators', ...text('a\u2028b\u2029c\u0085d') },
  { what: 'a byte order mark', ...text('\ufeffcubes: []\n') },
  { what: 'two byte order marks', ...text('\ufeff\ufeffcubes: []\n') },
  { what: 'Unicode, not normalised', ...text('é e\u0301 \u212b 🛒 𝔬') },
  { what: 'characters that are no characters', ...text('\ufffe \uffff \u{10ffff}') },
  { what: 'the replacement character itself', ...text('a\ufffdb') },
  { what: 'control characters', ...text('\u0001\u001b[31m\u007f\u0008') },
  { what: 'what looks like JSON, and is escaped in it', ...text('{"a": "\\u0041\\"\\\\"}\n') },
  {
    what: 'what looks like the border of a form',
    ...text('--boundary\r\nContent-Disposition: form-data; name="x"\r\n\r\n'),
  },
  // A NUL is text to the platform; here it goes as bytes, so that no reader of text on the way ends there.
  { what: 'NUL in text', ...text('a\u0000b', upload) },
  { what: 'invalid UTF-8', ...binary([0x61, 0xff, 0xfe, 0x62]) },
  { what: 'overlong UTF-8', ...binary([0xc0, 0xaf]) },
  { what: 'half a character in UTF-8', ...binary([0xed, 0xa0, 0x80]) },
  { what: 'Latin-1', ...binary(Buffer.from('Aufträge\n', 'latin1')) },
  { what: 'UTF-16 with its mark', ...binary(Buffer.from('\ufeffcubes: []\n', 'utf16le')) },
  { what: 'an image', ...binary([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]) },
  { what: 'every byte there is', ...binary(Array.from({ length: 256 }, (_, byte) => byte)) },
  { what: '256 kB less one byte', ...text(filled(256 * kB - 1)) },
  { what: '256 kB', ...text(filled(256 * kB), upload) },
  { what: '256 kB and one byte', ...text(filled(256 * kB + 1), upload) },
  { what: '1 MB', ...text(filled(kB * kB), upload) },
  { what: '5 MB', ...text(filled(5 * kB * kB), upload) },
  { what: '1 MB of bytes', ...binary(Buffer.alloc(kB * kB, 0xfe)) },
];

const bytesOf = ({ path }: NameCase, version: number) => Buffer.from(`# ${version} of ${JSON.stringify(path)}\n`);
const travelling = names.filter((each) => !each.refused);
const stopped = names.filter((each) => each.refused);

describe('names and contents', function () {
  this.timeout(120_000);
  let emulator: RunningEmulator;
  let client: Client;
  let branchName = '';
  const opened: SyncEngine[] = [];
  /** Operations that this side sent. */
  let sent: string[] = [];

  before(async () => {
    emulator = await startEmulator({ sample: false, buildMs: 0 });
    client = new Client({ baseUrl: emulator.url, credential: { token: emulator.apiKey } });
  });
  after(async () => {
    for (const engine of opened) engine.dispose();
    client.dispose();
    await emulator.close();
    removeTemporaryFolders();
  });

  const counting: PlatformCaller = {
    call: (operation, input, options) => {
      sent.push(operation.id);
      return (client as PlatformCaller).call(operation, input, options);
    },
  };

  /** A dev branch without any file, of a branch of its own. */
  const freshBranch = async (name: string) => {
    const params = { deploymentId: emulator.deploymentId };
    await client.call(operations.createBranch, { params, body: { name, from: 'main' } });
    branchName = (await client.call(operations.startDevMode, { params, body: { branchName: name } })).branchName;
  };

  const engineOf = (folder: string, caller: PlatformCaller = counting, origin = emulator.url): SyncEngine => {
    const target = {
      origin,
      deploymentId: emulator.deploymentId,
      branchName,
      projectFolder: folder,
      modelFolder: 'model',
    };
    const engine = new SyncEngine({ target, client: caller, storageFolder: temporaryFolder(), log: silentLog });
    opened.push(engine);
    return engine;
  };

  /** Brings or sends everything there is, whatever is asked first. */
  const all = async (engine: SyncEngine, direction: 'push' | 'pull', paths?: readonly string[]) => {
    sent = [];
    const options = paths ? { paths } : {};
    let result = await engine[direction](options);
    if (result.halt?.confirmable) result = await engine[direction]({ ...options, confirmed: true, plan: result.plan });
    assert.equal(result.halt, undefined);
    assert.deepEqual(result.deferred, []);
    return result;
  };

  /** Another program with the same key: what it says is not ours. */
  const other = async (method: string, what: string, body: unknown) => {
    const form = body instanceof FormData;
    const response = await fetch(
      `${emulator.url}/build/api/v1/deployments/${emulator.deploymentId}/data-model/${what}`,
      {
        method,
        headers: { authorization: `Bearer ${emulator.apiKey}`, ...(!form && { 'content-type': 'application/json' }) },
        body: form ? body : JSON.stringify(body),
      },
    );
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  /** The branch as the platform's own listing has it. */
  const remote = async (): Promise<Map<string, string>> => {
    const query = `branchName=${encodeURIComponent(branchName)}`;
    const response = await fetch(
      `${emulator.url}/build/api/v1/deployments/${emulator.deploymentId}/data-model/file-hashes?${query}`,
      { headers: { authorization: `Bearer ${emulator.apiKey}` } },
    );
    const hashes = new Map(Object.entries((await response.json()) as Record<string, { hash: string }>));
    return new Map(Array.from(hashes, ([path, { hash }]) => [path.slice(1), hash]));
  };

  const said = (engine: SyncEngine, path: string): string => {
    const entry = engine.state.value.plan?.refused.find((each) => each.path === path);
    const { synced, reason } = engine.why(path);
    assert.equal(synced, false, 'the person is told that it is synced');
    return entry?.reason ?? reason;
  };

  describe('names from here to the branch, and on to another folder', () => {
    let here = '';
    let there = '';
    let mine: SyncEngine;
    let theirs: SyncEngine;
    const local = names.filter((each) => !each.unspeakable);
    /** Per step: what the branch and the other folder held. */
    const seen = new Map<string, { branch: Map<string, string>; folder: Map<string, Buffer> }>();
    const routes = new Map<string, string[]>();

    const look = async (step: string) => {
      await all(theirs, 'pull');
      seen.set(step, { branch: await remote(), folder: filesIn(there) });
    };
    const moved = (path: string) => path.replace(/\/([^/]*)$/, '/moved/$1');

    before(async () => {
      await freshBranch('names-up');
      [here, there] = [temporaryFolder(), temporaryFolder()];
      [mine, theirs] = [engineOf(here), engineOf(there)];
      await all(mine, 'push');
      await all(theirs, 'pull');
      for (const each of local) put(here, each.path, bytesOf(each, 1));
      // Eight at a time: each in one write.
      routes.set('put', []);
      for (let at = 0; at < travelling.length; at += 8) {
        const some = travelling.slice(at, at + 8).map(({ path }) => path);
        await all(mine, 'push', some);
        routes.get('put')!.push(...sent);
      }
      await look('put');
      for (const each of local) put(here, each.path, bytesOf(each, 2));
      await all(mine, 'push');
      routes.set('upload', [...sent]);
      await look('upload');
      for (const { path } of travelling.filter(({ path }) => path.includes('/') && path.length < 200)) {
        mkdirSync(join(here, moved(path), '..'), { recursive: true });
        renameSync(join(here, path), join(here, moved(path)));
      }
      await all(mine, 'push');
      routes.set('rename', [...sent]);
      await look('rename');
      for (const { path } of travelling) {
        rmSync(join(here, path), { force: true });
        rmSync(join(here, moved(path)), { force: true });
      }
      await all(mine, 'push');
      routes.set('remove', [...sent]);
      await look('remove');
    });

    it('went by every route', () => {
      assert.ok(routes.get('put')!.includes('putFiles') && !routes.get('put')!.includes('finishUpload'));
      assert.ok(routes.get('upload')!.includes('finishUpload') && !routes.get('upload')!.includes('putFiles'));
      assert.ok(routes.get('rename')!.includes('renameFiles'));
      assert.ok(routes.get('remove')!.includes('deleteFiles'));
    });

    for (const each of travelling) {
      it(`${each.what}: the same at the other end`, () => {
        for (const [step, version] of [
          ['put', 1],
          ['upload', 2],
        ] as const) {
          const { branch, folder } = seen.get(step)!;
          assert.equal(branch.get(each.path), hashOf(bytesOf(each, version)), `${step}: the branch`);
          assert.deepEqual(folder.get(each.path), bytesOf(each, version), `${step}: the other folder`);
        }
        if (each.path.includes('/') && each.path.length < 200) {
          const { branch, folder } = seen.get('rename')!;
          assert.equal(branch.has(each.path) || folder.has(each.path), false, 'the old name of a rename');
          assert.equal(branch.get(moved(each.path)), hashOf(bytesOf(each, 2)), 'the new name on the branch');
          assert.deepEqual(folder.get(moved(each.path)), bytesOf(each, 2), 'the new name in the other folder');
        }
      });
    }

    for (const each of local.filter((one) => one.refused)) {
      it(`${each.what}: refused with its reason, nothing sent`, () => {
        assert.match(said(mine, each.path), each.refused!);
        for (const { branch, folder } of seen.values()) {
          assert.equal(branch.has(each.path), false);
          assert.equal(folder.has(each.path), false);
        }
        assert.deepEqual(readFileSync(join(here, each.path)), bytesOf(each, 2), 'the file itself stays');
      });
    }

    it('nothing else arrived, and nothing was left behind', () => {
      const expected = travelling.map(({ path }) => path).sort();
      for (const step of ['put', 'upload']) {
        const { branch, folder } = seen.get(step)!;
        assert.deepEqual([...branch.keys()].sort(), expected);
        assert.deepEqual([...folder.keys()].sort(), expected);
      }
      const { branch, folder } = seen.get('remove')!;
      assert.deepEqual([...branch.keys(), ...folder.keys()], []);
    });
  });

  describe('names of another client, from the branch to here', () => {
    let here = '';
    let engine: SyncEngine;
    const possible = names.filter((each) => !each.impossible);
    let before_: Map<string, string>;
    let after_: Map<string, string>;
    let pulled: Map<string, Buffer>;

    before(async () => {
      await freshBranch('names-down');
      for (const each of names) {
        const files = [{ path: each.path, content: bytesOf(each, 1).toString() }];
        if (each.impossible && !each.path.isWellFormed()) continue;
        const { status } = await other('PUT', 'files', { branchName, files });
        // “/model/x.yml” is “model/x.yml” to the platform.
        if (each.path.startsWith('/')) await other('DELETE', 'files', { branchName, files: [{ path: each.path }] });
        else assert.equal(status === 200, !each.impossible, `${each.what}: ${status}`);
      }
      here = temporaryFolder();
      mkdirSync(join(here, 'project'));
      engine = engineOf(join(here, 'project'));
      before_ = await remote();
      await all(engine, 'pull');
      pulled = filesIn(here);
      // A change, a new file and a deletion of ours go as one upload with a manifest: what we refuse stays on the branch.
      put(here, 'project/model/cubes/orders.yml', '# ours\n');
      put(here, 'project/model/ours.yml', '# ours\n');
      rmSync(join(here, 'project/model/100%.yml'));
      await all(engine, 'push');
      assert.ok(sent.includes('finishUpload'));
      after_ = await remote();
    });

    for (const each of possible) {
      const outcome = each.refused ? 'refused with its reason, nothing written' : 'the same here';
      it(`${each.what}: ${outcome}`, () => {
        assert.equal(before_.get(each.path), hashOf(bytesOf(each, 1)), 'the branch has it');
        if (each.refused) {
          assert.match(said(engine, each.path), each.refused);
          assert.equal(
            after_.get(each.path),
            hashOf(bytesOf(each, 1)),
            'what is not ours to write is not ours to delete',
          );
        } else {
          assert.deepEqual(pulled.get(`project/${each.path}`), bytesOf(each, 1));
        }
      });
    }

    it('nothing else was written, inside or outside', () => {
      assert.deepEqual([...pulled.keys()].sort(), travelling.map(({ path }) => `project/${path}`).sort());
    });
  });

  describe('names of a hostile server', () => {
    let outer = '';
    let engine: SyncEngine;
    let hostile: ReturnType<typeof createServer>;
    let speaking: Client;
    const asked: string[] = [];
    let written: Map<string, Buffer>;
    const more: readonly NameCase[] = [
      refused('a name of objects as a whole path', '__proto__', /Only/),
      refused('an absolute path of this machine', '/ABSOLUTE/x.yml', /Only|absolute/),
    ];
    const given = () =>
      [...names, ...more].map((each) => ({ ...each, path: each.path.replace('/ABSOLUTE', `${outer}/elsewhere`) }));

    before(async () => {
      outer = temporaryFolder();
      mkdirSync(join(outer, 'project'));
      mkdirSync(join(outer, 'elsewhere'));
      hostile = createServer((request, response) => {
        const url = new URL(request.url!, 'http://localhost');
        const answer = (body: string) => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
        if (request.method !== 'GET') asked.push(`${request.method} ${url.pathname}`);
        // Put together by hand: `__proto__` is a name like any other here.
        const files = given().map((each) => ({ path: `/${each.path}`, bytes: bytesOf(each, 1) }));
        files.push({ path: '__proto__', bytes: Buffer.from('x') });
        if (url.pathname.endsWith('/build-status')) answer(JSON.stringify({ status: 'built', branchName }));
        else if (url.pathname.endsWith('/file-hashes')) {
          answer(`{${files.map(({ path, bytes }) => `${JSON.stringify(path)}:{"hash":"${hashOf(bytes)}"}`)}}`);
        } else if (url.pathname.endsWith('/files')) {
          const items = files.map(({ path, bytes }) => ({ path, type: 'file', content: bytes.toString() }));
          answer(JSON.stringify({ items, pageInfo: { endCursor: null, hasNextPage: false } }));
        } else response.writeHead(404).end('{"error":"no such route"}');
      });
      await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
      const origin = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
      speaking = new Client({ baseUrl: origin, credential: { token: 'anything' } });
      engine = engineOf(join(outer, 'project'), speaking as PlatformCaller, origin);
      await all(engine, 'pull');
      written = filesIn(outer);
      await all(engine, 'push');
    });
    after(() => {
      speaking.dispose();
      hostile.close();
    });

    for (const each of [...stopped, ...more]) {
      it(`${each.what}: refused with its reason, nothing written`, () => {
        const { path } = given().find(({ what }) => what === each.what)!;
        assert.match(said(engine, path), each.refused!);
      });
    }
    it('what is sound arrived, and nothing else is anywhere', () => {
      assert.deepEqual([...written.keys()].sort(), travelling.map(({ path }) => `project/${path}`).sort());
      for (const each of travelling) assert.deepEqual(written.get(`project/${each.path}`), bytesOf(each, 1));
    });
    it('nothing of it is sent back, and nothing is deleted there', () => assert.deepEqual(asked, []));
  });

  describe('names that cannot stand side by side', () => {
    const pairs: [what: string, first: string, second: string][] = [
      ['case', 'model/orders.yml', 'model/Orders.yml'],
      ['case of the extension', 'model/orders.yml', 'model/orders.YML'],
      ['case of a folder', 'model/sales/a.yml', 'model/Sales/b.yml'],
      ['composed and decomposed', 'model/caf\u00e9.yml', 'model/cafe\u0301.yml'],
      ['composed and decomposed, in a folder', 'model/caf\u00e9/a.yml', 'model/cafe\u0301/b.yml'],
      ['case and composition at once', 'model/\u00c9.yml', 'model/e\u0301.yml'],
      ['the Kelvin sign', 'model/k.yml', 'model/\u212a.yml'],
      ['the long s', 'model/sales.yml', 'model/\u017fales.yml'],
      ['Greek sigma at the end', 'model/οδο\u03c2.yml', 'model/οδο\u03c3.yml'],
    ];
    const reason = /cannot stand beside/;
    before(() => freshBranch('collisions'));

    for (const [what, first, second] of pairs) {
      it(`${what}: the second is refused here and there, the first stays`, async () => {
        for (const path of (await remote()).keys()) await other('DELETE', 'files', { branchName, files: [{ path }] });
        const here = temporaryFolder();
        put(here, first, 'first\n');
        const engine = engineOf(here);
        await all(engine, 'push');
        put(here, second, 'second\n');
        // As a save, and as a whole push.
        await engine.pushSaved([second]);
        assert.match(said(engine, second), reason);
        const result = await all(engine, 'push');
        assert.deepEqual(result.done, []);
        assert.match(result.refused.find(({ path }) => path === second)!.reason, reason);
        assert.deepEqual([...(await remote()).keys()], [first]);
        rmSync(join(here, second));
        await other('PUT', 'files', { branchName, files: [{ path: second, content: 'theirs\n' }] });
        const pulled = await all(engine, 'pull');
        assert.match(pulled.refused.find(({ path }) => path === second)!.reason, reason);
        assert.deepEqual([...filesIn(here)], [[first, Buffer.from('first\n')]]);
        assert.deepEqual([...(await remote()).keys()].sort(), [first, second].sort());
        // Both new: neither is chosen for the person.
        const fresh = temporaryFolder();
        const newcomer = engineOf(fresh);
        await all(newcomer, 'pull');
        assert.ok(filesIn(fresh).size <= 1, 'both were written');
        const told = newcomer.state.value.plan!.refused.filter(({ path }) => path === first || path === second);
        assert.ok(told.length + filesIn(fresh).size === 2 && told.every((each) => reason.test(each.reason)));
      });
    }
  });

  describe('links', () => {
    before(() => freshBranch('links'));

    it('a folder that is a link is neither entered, nor written through, nor taken for deleted', async () => {
      const [here, elsewhere] = [temporaryFolder(), temporaryFolder()];
      put(here, 'model/shared/a.yml', 'a\n');
      put(here, 'model/own.yml', 'own\n');
      const engine = engineOf(here);
      await all(engine, 'push');
      rmSync(join(here, 'model/shared'), { recursive: true });
      symlinkSync(elsewhere, join(here, 'model/shared'));
      put(elsewhere, 'secret.yml', 'not for the platform\n');
      await other('PUT', 'files', { branchName, files: [{ path: 'model/shared/b.yml', content: 'b\n' }] });
      const before = await remote();
      for (const direction of ['push', 'pull'] as const) {
        const result = await all(engine, direction);
        assert.deepEqual(result.done, []);
        assert.match(result.refused.find(({ path }) => path === 'model/shared')!.reason, /link/);
        assert.match(result.refused.find(({ path }) => path === 'model/shared/b.yml')!.reason, /link/);
      }
      // Also in what is left of a plan after other work.
      put(here, 'model/own.yml', 'edited\n');
      await engine.pushSaved(['model/own.yml']);
      before.set('model/own.yml', hashOf(Buffer.from('edited\n')));
      assert.deepEqual(
        engine.state.value.plan!.entries.filter(({ kind }) => kind !== 'refused'),
        [],
      );
      await engine.pushSaved(['model/shared/secret.yml']);
      assert.match(said(engine, 'model/shared/secret.yml'), /link/);
      assert.deepEqual(await remote(), before);
      assert.deepEqual([...filesIn(elsewhere).keys()], ['secret.yml']);
    });

    it('a file that is a link is neither read, nor replaced, nor taken for deleted', async () => {
      const [here, elsewhere] = [temporaryFolder(), temporaryFolder()];
      put(elsewhere, 'target.yml', 'target\n');
      put(here, 'model/a.yml', 'a\n');
      const engine = engineOf(here);
      await all(engine, 'pull');
      await all(engine, 'push');
      rmSync(join(here, 'model/a.yml'));
      symlinkSync(join(elsewhere, 'target.yml'), join(here, 'model/a.yml'));
      await other('PUT', 'files', { branchName, files: [{ path: 'model/a.yml', content: 'theirs\n' }] });
      const before = await remote();
      for (const direction of ['push', 'pull'] as const) assert.deepEqual((await all(engine, direction)).done, []);
      assert.match(said(engine, 'model/a.yml'), /link/);
      assert.deepEqual(await remote(), before);
      assert.equal(readFileSync(join(elsewhere, 'target.yml'), 'utf8'), 'target\n');
    });
  });

  describe('contents', () => {
    const pathOf = (each: ContentCase) => `model/contents/${contents.indexOf(each)}.yml`;
    const together = (each: ContentCase) => `model/together/${contents.indexOf(each)}.yml`;
    const foreign = (each: ContentCase) => `model/foreign/${contents.indexOf(each)}.yml`;
    /** The large ones once: what is true of them is true of any number. */
    const isLarge = (each: ContentCase) => each.bytes.length > 300 * kB;
    const small = contents.filter((each) => !isLarge(each));
    const pathsOf = (each: ContentCase) =>
      isLarge(each) ? [pathOf(each)] : [pathOf(each), together(each), foreign(each)];
    const routes = new Map<ContentCase, string[]>();
    let branch: Map<string, string>;
    let folder: Map<string, Buffer>;
    let reader: SyncEngine;

    before(async () => {
      await freshBranch('contents');
      const [here, there] = [temporaryFolder(), temporaryFolder()];
      const mine = engineOf(here);
      reader = engineOf(there);
      await all(mine, 'push');
      for (const each of contents) {
        put(here, pathOf(each), each.bytes);
        await all(mine, 'push');
        routes.set(each, [...sent]);
      }
      for (const each of small) put(here, together(each), each.bytes);
      await all(mine, 'push');
      assert.ok(sent.includes(upload) && !sent.includes('putFiles'));
      // Another client: text as text, bytes as an upload.
      const texts = small.filter((each) => each.text);
      const files = texts.map((each) => ({ path: foreign(each), content: Buffer.from(each.bytes).toString() }));
      assert.equal((await other('PUT', 'files', { branchName, files })).status, 200);
      const { transaction } = (await other('POST', `upload/start?branchName=${branchName}`, { branchName })).body;
      const manifest: Record<string, { hash: string }> = {};
      for (const each of small.filter((one) => !one.text)) {
        const form = new FormData();
        form.set('transaction', JSON.stringify(transaction));
        form.set('fileName', foreign(each));
        form.set('file', new Blob([new Uint8Array(each.bytes)]), 'x');
        assert.equal((await other('POST', `upload/file?branchName=${branchName}`, form)).status, 200);
        manifest[foreign(each)] = { hash: hashOf(each.bytes) };
      }
      const body = { transaction, files: manifest, autoRemoveFiles: false };
      assert.equal((await other('POST', `upload/finish?branchName=${branchName}`, body)).status, 200);
      branch = await remote();
      await all(reader, 'pull');
      folder = filesIn(there);
    });

    for (const each of contents) {
      it(`${each.what}: ${each.text ? 'byte for byte the same' : 'arrives there; refused on the way back'}`, () => {
        const writes = routes.get(each)!.filter((id) => id === 'putFiles' || id === 'finishUpload');
        assert.deepEqual(writes, [each.route]);
        for (const path of pathsOf(each)) {
          assert.equal(branch.get(path), hashOf(each.bytes), `${path}: the branch`);
          if (each.text) assert.ok(folder.get(path)?.equals(each.bytes), `${path}: the other folder`);
          else assert.equal(folder.has(path), false, `${path}: something was written`);
        }
      });
    }

    it('what is no text is refused by name and reason, each time', async () => {
      const { refused: told, done } = await all(reader, 'pull');
      assert.deepEqual(done, []);
      for (const each of contents.filter((one) => !one.text)) {
        for (const path of pathsOf(each)) {
          assert.match(told.find((one) => one.path === path)?.reason ?? 'not told', /text only/);
        }
      }
    });
  });

  describe('limits of a batch', () => {
    let here = '';
    let there = '';
    let mine: SyncEngine;
    let theirs: SyncEngine;
    before(async () => {
      await freshBranch('batches');
      [here, there] = [temporaryFolder(), temporaryFolder()];
      [mine, theirs] = [engineOf(here), engineOf(there)];
      await all(mine, 'push');
    });
    // docs/sync.md: up to 8 texts and 256 kB go in one write.
    const batches: [what: string, count: number, bytes: number, route: string][] = [
      ['8 files', 8, 800, 'putFiles'],
      ['9 files', 9, 900, upload],
      ['8 files of 256 kB less one byte together', 8, 256 * kB - 1, 'putFiles'],
      ['8 files of 256 kB together', 8, 256 * kB, upload],
      ['200 files', 200, 20_000, upload],
    ];
    for (const [what, count, bytes, route] of batches) {
      it(`${what}: by ${route}, all of them the same`, async () => {
        const expected = new Map<string, Buffer>();
        for (let index = 0; index < count; index += 1) {
          const size = Math.floor(bytes / count) + (index === 0 ? bytes % count : 0);
          expected.set(`model/${bytes}/${index}.yml`, Buffer.from(`${index}`.padEnd(size, '#')));
        }
        for (const [path, content] of expected) put(here, path, content);
        await all(mine, 'push');
        assert.deepEqual(
          sent.filter((id) => /^(putFiles|finishUpload)$/.test(id)),
          [route],
        );
        await all(theirs, 'pull');
        const arrived = filesIn(there);
        for (const [path, content] of expected) assert.ok(arrived.get(path)?.equals(content), path);
      });
    }
  });
});
