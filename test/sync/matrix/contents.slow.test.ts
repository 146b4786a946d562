import { strict as assert } from 'node:assert';
import { hashOf } from '../../../src/base/hash.ts';
import type { SyncEngine } from '../../../src/sync/syncEngine.ts';
import { filesIn, put, temporaryFolder } from '../temporary.ts';
import { type ContentCase, contents, kB, upload } from './contentCases.ts';
import { useTransferFixture } from './transferFixture.ts';

describe('contents', () => {
  const fixture = useTransferFixture();
  const pathOf = (each: ContentCase) => `model/contents/${contents.indexOf(each)}.yml`;
  const inOneUpload = (each: ContentCase) => `model/together/${contents.indexOf(each)}.yml`;
  const byOtherClient = (each: ContentCase) => `model/foreign/${contents.indexOf(each)}.yml`;
  /** Large files are tested alone only. */
  const isLarge = (each: ContentCase) => each.bytes.length > 300 * kB;
  const small = contents.filter((each) => !isLarge(each));
  const pathsOf = (each: ContentCase) =>
    isLarge(each) ? [pathOf(each)] : [pathOf(each), inOneUpload(each), byOtherClient(each)];
  const routes = new Map<ContentCase, string[]>();
  let branch: Map<string, string>;
  let folder: Map<string, Buffer>;
  let reader: SyncEngine;

  before(async () => {
    await fixture.createBranch('contents');
    const [folder1, folder2] = [temporaryFolder(), temporaryFolder()];
    const engine = fixture.createEngine(folder1);
    reader = fixture.createEngine(folder2);
    await fixture.transferAll(engine, 'push');
    for (const each of contents) {
      put(folder1, pathOf(each), each.bytes);
      await fixture.transferAll(engine, 'push');
      routes.set(each, [...fixture.sent]);
    }
    for (const each of small) put(folder1, inOneUpload(each), each.bytes);
    await fixture.transferAll(engine, 'push');
    assert.ok(fixture.sent.includes(upload) && !fixture.sent.includes('putFiles'));
    // The other client writes texts directly and uploads bytes.
    const texts = small.filter((each) => each.text);
    const files = texts.map((each) => ({ path: byOtherClient(each), content: Buffer.from(each.bytes).toString() }));
    assert.equal(
      (await fixture.callAsOtherClient('PUT', 'files', { branchName: fixture.branchName, files })).status,
      200,
    );
    const { transaction } = (
      await fixture.callAsOtherClient('POST', `upload/start?branchName=${fixture.branchName}`, {
        branchName: fixture.branchName,
      })
    ).body;
    const manifest: Record<string, { hash: string }> = {};
    for (const each of small.filter((one) => !one.text)) {
      const form = new FormData();
      form.set('transaction', JSON.stringify(transaction));
      form.set('fileName', byOtherClient(each));
      form.set('file', new Blob([new Uint8Array(each.bytes)]), 'x');
      assert.equal(
        (await fixture.callAsOtherClient('POST', `upload/file?branchName=${fixture.branchName}`, form)).status,
        200,
      );
      manifest[byOtherClient(each)] = { hash: hashOf(each.bytes) };
    }
    const body = { transaction, files: manifest, autoRemoveFiles: false };
    assert.equal(
      (await fixture.callAsOtherClient('POST', `upload/finish?branchName=${fixture.branchName}`, body)).status,
      200,
    );
    branch = await fixture.listBranch();
    await fixture.transferAll(reader, 'pull');
    folder = filesIn(folder2);
  });

  for (const each of contents) {
    it(`${each.what}: ${each.text ? 'is byte for byte the same' : 'is pushed, and refused in a pull'}`, () => {
      const writes = routes.get(each)!.filter((id) => id === 'putFiles' || id === 'finishUpload');
      assert.deepEqual(writes, [each.route]);
      for (const path of pathsOf(each)) {
        assert.equal(branch.get(path), hashOf(each.bytes), `${path} on the branch`);
        if (each.text) assert.ok(folder.get(path)?.equals(each.bytes), `${path} in the other folder`);
        else assert.equal(folder.has(path), false, `${path} was written`);
      }
    });
  }

  it('refuses binary files by name and reason in each pull', async () => {
    const { refused, done } = await fixture.transferAll(reader, 'pull');
    assert.deepEqual(done, []);
    for (const each of contents.filter((one) => !one.text)) {
      for (const path of pathsOf(each)) {
        assert.match(refused.find((one) => one.path === path)?.reason.message ?? 'not refused', /text only/);
      }
    }
  });
});
