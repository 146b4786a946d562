import assert from 'node:assert/strict';
import path from 'node:path';
import { UserError } from '../../src/base/errors.ts';
import { normaliseBaseUrl, readBinding } from '../../src/session/binding.ts';

const root = path.resolve('/work space/proj');
const settings = {
  platformUrl: 'https://acme.example.com/',
  deploymentId: 7,
  projectFolder: '.',
  modelFolder: 'model',
};

describe('normaliseBaseUrl', () => {
  const same: [string, string][] = [
    ['https://Acme.example.com/', 'https://acme.example.com'],
    [' acme.example.com ', 'https://acme.example.com'],
    ['http://127.0.0.1:4000//', 'http://127.0.0.1:4000'],
    ['localhost:4000', 'http://localhost:4000'],
    ['[::1]:4000/x', 'http://[::1]:4000/x'],
    ['https://acme.example.com/analytics/?x=1#y', 'https://acme.example.com/analytics'],
  ];
  for (const [text, address] of same)
    it(`reads ${JSON.stringify(text)}`, () => assert.equal(normaliseBaseUrl(text), address));
  for (const text of [
    '',
    'ftp://acme.example.com',
    'http://acme.example.com',
    'http://localhost.example.com',
    'https://me:secret@acme.example.com',
    'https://',
    'not an address',
  ]) {
    it(`refuses ${JSON.stringify(text)} and says what to do`, () => {
      assert.throws(
        () => normaliseBaseUrl(text),
        (failure) => failure instanceof UserError && !!failure.action && !failure.describe().includes('secret@'),
      );
    });
  }
});

describe('readBinding', () => {
  it('binds a folder to a connection, a deployment and its folders', () => {
    assert.deepEqual(readBinding(root, settings), {
      connectionId: 'https://acme.example.com',
      deploymentId: '7',
      projectFolder: root,
      modelFolder: 'model',
    });
  });

  it('knows the emulator by its name', () => {
    assert.equal(readBinding(root, { ...settings, platformUrl: 'emulator' })?.connectionId, 'emulator');
  });

  it('leaves a folder alone that names no platform or no deployment', () => {
    assert.equal(readBinding(root, { ...settings, platformUrl: ' ' }), undefined);
    assert.equal(readBinding(root, { ...settings, deploymentId: '' }), undefined);
  });

  it('takes a project in a sub-folder and a model folder of another name', () => {
    const binding = readBinding(root, { ...settings, projectFolder: 'analytics', modelFolder: 'schema\\v2/' });
    assert.equal(binding?.projectFolder, path.join(root, 'analytics'));
    assert.equal(binding?.modelFolder, 'schema/v2');
  });

  for (const projectFolder of ['..', '../other', '/etc']) {
    it(`refuses the project folder ${projectFolder}`, () => {
      assert.throws(() => readBinding(root, { ...settings, projectFolder }), /dataModel\.project\.folder/);
    });
  }
  for (const modelFolder of ['../model', '/model', 'a/../../b', 'C:/model']) {
    it(`refuses the model folder ${modelFolder}`, () => {
      assert.throws(() => readBinding(root, { ...settings, modelFolder }), /dataModel\.model\.folder/);
    });
  }
});
