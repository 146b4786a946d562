import assert from 'node:assert/strict';
import { type EmulatorUnderTest, emulatorUnderTest } from './emulatorUnderTest.ts';

const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'];
const valuesByName = (value: string) => Object.fromEntries(names.map((name) => [name, `${value} ${name}`]));

describe('names that every object inherits, sent to the emulator', () => {
  let under: EmulatorUnderTest;
  before(async () => {
    under = await emulatorUnderTest();
  });
  after(() => under.close());

  it('are files of an upload that prunes', async () => {
    const client = await under.newDeployment();
    const dev = await client.openDevMode();
    await client.done(client.put(valuesByName('before'), dev));
    await client.done(client.upload(dev, valuesByName('after'), { autoRemoveFiles: true }));
    assert.deepEqual(Object.keys(await client.hashes(dev)).sort(), names.map((name) => `/${name}`).sort());
  });

  it('are template variables, merged key by key', async () => {
    const client = await under.newDeployment();
    const admin = client.as(under.emulator.adminApiKey);
    const [first, second] = [{ plain: 1, ...valuesByName('first') }, valuesByName('second')];
    await client.done(admin.control('PUT', '', { templateVariables: first }));
    await client.done(admin.control('PUT', '', { templateVariables: second }));
    const { templateVariables } = await client.done(admin.control('GET', '/settings'));
    assert.deepEqual(Object.entries(templateVariables).sort(), Object.entries({ plain: 1, ...second }).sort());
  });
});
