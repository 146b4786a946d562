import assert from 'node:assert/strict';
import { outline, rowsById } from '../tree/outline.ts';
import { acme, connection, deployment, ready, rows, state } from './sampleDeployments.ts';

describe('deploymentRows of what a deployment runs with', () => {
  it('shows variables, and of secrets the name only', () => {
    const variables = ready([
      { name: 'HOST', value: 'db.example.com' },
      { name: 'CERTIFICATE', value: `line 1\nline 2 ${'x'.repeat(200)}` },
      { name: 'DB_PASS', value: '[ENCRYPTED]' },
      // Only its name says that it is a secret.
      { name: 'db_password', value: 'hunter2' },
      { name: 'OPAQUE', value: '[ENCRYPTED]' },
    ]);
    const opened = new Map([['7', deployment({ variables })]]);
    const deployments = ready([{ id: '7', name: 'Shop' }]);
    const all = rows(state({ connections: [connection({ deployments, opened })] }));
    assert.deepEqual(outline(all).slice(5, 11), [
      '    ▸ [variable-group] Variables',
      '        [symbol-variable] HOST · db.example.com',
      `        [symbol-variable] CERTIFICATE · line 1 line 2 ${'x'.repeat(45)}…`,
      '        [lock] DB_PASS · ••••••',
      '        [lock] db_password · ••••••',
      '        [lock] OPAQUE · ••••••',
    ]);
    assert.doesNotMatch(JSON.stringify(all), /hunter2|ENCRYPTED/);
    assert.equal(rowsById(all).get(`${acme}/7/variable/DB_PASS`)!.context, ';variable;secret;');
  });

  it('shows versions, the current one and whether it is held', () => {
    const image = (version: string) => `platform/layer:v${version}`;
    const versions = ready([
      { releaseChannelVersion: image('1.7.9'), version: '1.7.9', releaseChannel: 'latest', isLatestInChannel: true },
      { releaseChannelVersion: image('1.7.8'), version: '1.7.8', releaseChannel: 'latest', isCurrent: true },
    ]);
    const shown = (releaseChannelVersionHold: unknown) => {
      const settings = { releaseChannel: 'latest', releaseChannelVersion: image('1.7.8'), releaseChannelVersionHold };
      const opened = new Map([['7', deployment({ versions, settings })]]);
      const deployments = ready([{ id: '7', name: 'Shop' }]);
      return rows(state({ connections: [connection({ deployments, opened })] }));
    };
    const lines = outline(shown(true));
    assert.deepEqual(lines.slice(6), [
      '    ▸ [versions] Versions · 1.7.8 · latest · held',
      '        [tag] 1.7.9 · latest · newest',
      '        [pass-filled] 1.7.8 · latest · current',
    ]);
    const context = (hold: unknown) => rowsById(shown(hold)).get(`${acme}/7/versions`)!.context;
    assert.deepEqual([true, false, undefined, null].map(context), [
      ';versions;list;held;',
      ';versions;list;free;',
      ';versions;list;free;',
      ';versions;list;free;',
    ]);
  });

  it('shows at which step the creation of a deployment is', () => {
    const deployments = ready([
      { id: '7', name: 'Shop', creationStep: 'databases' },
      { id: '8', name: 'Lab', creationStep: 'ready' },
    ]);
    const all = rowsById(rows(state({ connections: [connection({ deployments })] })));
    assert.equal(all.get(`${acme}/7`)!.description, 'creation: databases');
    assert.match(all.get(`${acme}/7`)!.context, /;unfinished;/);
    assert.doesNotMatch(all.get(`${acme}/8`)!.context, /;unfinished;/);
  });
});
