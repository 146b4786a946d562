import { strict as assert } from 'node:assert';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, put, temporaryFolder } from '../temporary.ts';
import { useTransferFixture } from './transferFixture.ts';

describe('names that collide', () => {
  const fixture = useTransferFixture();
  const pairs: [what: string, first: string, second: string][] = [
    ['case', 'model/orders.yml', 'model/Orders.yml'],
    ['case of the extension', 'model/orders.yml', 'model/orders.YML'],
    ['case of a folder', 'model/sales/a.yml', 'model/Sales/b.yml'],
    ['composed and decomposed', 'model/caf\u00e9.yml', 'model/cafe\u0301.yml'],
    ['composed and decomposed, in a folder', 'model/caf\u00e9/a.yml', 'model/cafe\u0301/b.yml'],
    ['case and composition together', 'model/\u00c9.yml', 'model/e\u0301.yml'],
    ['the Kelvin sign', 'model/k.yml', 'model/\u212a.yml'],
    ['the long s', 'model/sales.yml', 'model/\u017fales.yml'],
    ['Greek sigma at the end', 'model/οδο\u03c2.yml', 'model/οδο\u03c3.yml'],
  ];
  const reason = /collides with/;
  before(() => fixture.createBranch('collisions'));

  for (const [what, first, second] of pairs) {
    it(`${what}: refuses the second name on both sides and keeps the first`, async () => {
      for (const path of (await fixture.listBranch()).keys())
        await fixture.callAsOtherClient('DELETE', 'files', { branchName: fixture.branchName, files: [{ path }] });
      const folder = temporaryFolder();
      put(folder, first, 'first\n');
      const engine = fixture.createEngine(folder);
      await fixture.transferAll(engine, 'push');
      put(folder, second, 'second\n');
      // In a save, and in a full push.
      await engine.save([second]);
      assert.match(fixture.refusalOf(engine, second), reason);
      const result = await fixture.transferAll(engine, 'push');
      assert.deepEqual(result.done, []);
      assert.match(result.refused.find(({ path }) => path === second)!.reason.message, reason);
      assert.deepEqual([...(await fixture.listBranch()).keys()], [first]);
      rmSync(join(folder, second));
      await fixture.callAsOtherClient('PUT', 'files', {
        branchName: fixture.branchName,
        files: [{ path: second, content: 'theirs\n' }],
      });
      const pulled = await fixture.transferAll(engine, 'pull');
      assert.match(pulled.refused.find(({ path }) => path === second)!.reason.message, reason);
      assert.deepEqual([...filesIn(folder)], [[first, Buffer.from('first\n')]]);
      assert.deepEqual([...(await fixture.listBranch()).keys()].sort(), [first, second].sort());
      // When both are new, neither wins.
      const emptyFolder = temporaryFolder();
      const other = fixture.createEngine(emptyFolder);
      await fixture.transferAll(other, 'pull');
      assert.ok(filesIn(emptyFolder).size <= 1, 'both are written');
      const refused = other.state.value.plan!.refused.filter(({ path }) => path === first || path === second);
      assert.ok(
        refused.length + filesIn(emptyFolder).size === 2 && refused.every((each) => reason.test(each.reason.message)),
      );
    });
  }
});
