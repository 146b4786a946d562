import assert from 'node:assert/strict';
import path from 'node:path';
import { readBinding } from '../../src/session/binding.ts';

const root = path.resolve('/work space/proj');
const settings = {
  platformUrl: 'https://acme.example.com/',
  deploymentId: 7,
  projectFolder: '.',
  modelFolder: 'model',
};

describe('readBinding', () => {
  it('binds a folder to a connection, a deployment and its folders', () => {
    assert.deepEqual(readBinding(root, settings), {
      connectionId: 'https://acme.example.com',
      deploymentId: '7',
      projectFolder: root,
      modelFolder: 'model',
    });
  });

  it('uses the name of the emulator as its connection id', () => {
    assert.equal(readBinding(root, { ...settings, platformUrl: 'emulator' })?.connectionId, 'emulator');
  });

  it('does not bind a folder that names no platform or no deployment', () => {
    assert.equal(readBinding(root, { ...settings, platformUrl: ' ' }), undefined);
    assert.equal(readBinding(root, { ...settings, deploymentId: '' }), undefined);
  });

  it('accepts a project in a subfolder and a model folder of another name', () => {
    const binding = readBinding(root, { ...settings, projectFolder: 'analytics', modelFolder: 'schema\\v2/' });
    assert.equal(binding?.projectFolder, path.join(root, 'analytics'));
    assert.equal(binding?.modelFolder, 'schema/v2');
  });

  for (const projectFolder of ['..', '../other', '/etc']) {
    it(`rejects the project folder ${projectFolder}`, () => {
      assert.throws(() => readBinding(root, { ...settings, projectFolder }), /dataModel\.project\.folder/);
    });
  }
  for (const modelFolder of ['../model', '/model', 'a/../../b', 'C:/model']) {
    it(`rejects the model folder ${modelFolder}`, () => {
      assert.throws(() => readBinding(root, { ...settings, modelFolder }), /dataModel\.model\.folder/);
    });
  }
});
