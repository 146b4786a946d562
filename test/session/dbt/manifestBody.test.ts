import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertSendable, parseManifest, readManifest } from '../../../src/session/dbt/manifestBody.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../sync/temporary.ts';

const MiB = 1024 * 1024;

describe('the manifest of a dbt sync', () => {
  afterEach(removeTemporaryFolders);

  it('is a JSON object', async () => {
    const file = join(temporaryFolder(), 'manifest.json');
    writeFileSync(file, '\ufeff{ "metadata": {} }\n');
    assert.deepEqual(await readManifest(file), { metadata: {} });
    for (const text of ['', '[]', 'null', '"x"', '{', 'name: x']) {
      assert.throws(() => parseManifest(text, file), { code: 'not-a-manifest', where: file }, text);
    }
  });

  it('is refused before it is sent when the request has more than 50 MiB', () => {
    const bodyOf = (bytes: number) => {
      const body = (padding: string) => ({ output: 'files' as const, manifest: { padding } });
      return body('x'.repeat(bytes - JSON.stringify(body('')).length));
    };
    assertSendable(bodyOf(50 * MiB), '/shop/target/manifest.json');
    assert.throws(() => assertSendable(bodyOf(50 * MiB + 1), '/shop/target/manifest.json'), {
      code: 'manifest-too-large',
      message: 'manifest.json has 51 MiB. The platform accepts manifests of up to 50 MiB.',
    });
  });

  it('is not read at all when it cannot be small enough', async () => {
    const file = join(temporaryFolder(), 'manifest.json');
    writeFileSync(file, '');
    truncateSync(file, 200 * MiB + 1);
    await assert.rejects(readManifest(file), { code: 'manifest-too-large' });
  });
});
