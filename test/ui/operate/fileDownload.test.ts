import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../../src/base/errors.ts';
import { auditLogOperations } from '../../../src/contract/deployments/auditLogs.ts';
import { downloadFile } from '../../../src/ui/operate/fileDownload.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';
import { emulatorUnderTest } from '../../emulator/emulatorUnderTest.ts';
import { clientOf } from '../../session/workbench.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

describe('downloadFile', () => {
  const folder = temporaryFolder('download');
  after(() => folder.remove());
  const file = path.join(folder.path, 'log.csv');
  const bytes = (text: string) => Buffer.from(text);

  it('writes pieces in their order, and what another attempt sends instead', async () => {
    const progress: number[] = [];
    await downloadFile(
      file,
      async (reader) => {
        reader().write(bytes('a first attempt that fails'));
        const second = reader();
        second.write(bytes('one,'));
        second.write(bytes('two'));
        return second.end();
      },
      plainLocalizer,
      (size) => progress.push(size),
    );
    assert.equal(readFileSync(file, 'utf8'), 'one,two');
    assert.deepEqual(progress, [26, 4, 7]);
    assert.deepEqual(readdirSync(folder.path), ['log.csv']);
  });

  it('keeps the old file and leaves nothing else when the download fails or is cancelled', async () => {
    writeFileSync(file, 'old');
    const cancelled = new Error('cancelled');
    const download = downloadFile(
      file,
      async (reader) => {
        reader().write(bytes('half'));
        throw cancelled;
      },
      plainLocalizer,
    );
    await assert.rejects(download, cancelled);
    assert.equal(readFileSync(file, 'utf8'), 'old');
    assert.deepEqual(readdirSync(folder.path), ['log.csv']);
  });

  it('names a file that cannot be written', async () => {
    const missing = path.join(folder.path, 'missing', 'log.csv');
    await assert.rejects(
      downloadFile(missing, () => assert.fail('nothing is requested'), plainLocalizer),
      (failure: unknown) =>
        failure instanceof UserError && failure.message.startsWith(`${missing} could not be written`),
    );
    const taken = path.join(folder.path, 'taken');
    mkdirSync(taken);
    await assert.rejects(
      downloadFile(taken, async () => bytes('text'), plainLocalizer),
      (failure: unknown) => failure instanceof UserError,
    );
    assert.deepEqual(readdirSync(folder.path).sort(), ['log.csv', 'taken']);
  });

  it('reads the audit log of a platform as it arrives', async () => {
    const under = await emulatorUnderTest();
    const client = clientOf({ url: under.emulator.url, apiKey: under.emulator.adminApiKey });
    try {
      await under.newDeployment();
      const query = { eventName: 'createDeployment' };
      const whole = await client.call(auditLogOperations.exportAuditLog, { query });
      await downloadFile(
        file,
        (reader) => client.call(auditLogOperations.exportAuditLog, { query }, { reader }),
        plainLocalizer,
      );
      assert.equal(readFileSync(file, 'utf8'), Buffer.from(whole).toString());
      assert.match(readFileSync(file, 'utf8'), /^time,eventName,.*createDeployment/s);

      const refused = downloadFile(
        file,
        (reader) => client.call(auditLogOperations.exportAuditLog, { query: { start: 'x' } }, { reader }),
        plainLocalizer,
      );
      await assert.rejects(refused, /not an ISO 8601 date/);
      assert.match(readFileSync(file, 'utf8'), /^time,eventName/);
    } finally {
      client.dispose();
      await under.close();
    }
  });
});
