import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import path from 'node:path';
import { defaultStateFolder } from '../../src/base/stateFolder.ts';

describe('the folder for the state of commands', () => {
  const own = process.platform;
  afterEach(() => Object.defineProperty(process, 'platform', { value: own }));

  for (const [platform, environment, folder] of [
    ['win32', { LOCALAPPDATA: '/c/Users/me/Local' }, '/c/Users/me/Local'],
    ['win32', {}, path.join(homedir(), 'AppData/Local')],
    ['darwin', { XDG_STATE_HOME: '/other' }, path.join(homedir(), 'Library/Application Support')],
    ['linux', { LOCALAPPDATA: '/other' }, path.join(homedir(), '.local/state')],
    ['linux', { XDG_STATE_HOME: '/state' }, '/state'],
  ] as const) {
    it(`on ${platform} with ${JSON.stringify(environment)} is below ${folder}`, () => {
      Object.defineProperty(process, 'platform', { value: platform });
      assert.equal(defaultStateFolder(environment), path.join(folder, 'data-model-workbench'));
      assert.equal(defaultStateFolder({ ...environment, DATA_MODEL_STATE: '/own' }), '/own');
    });
  }
});
