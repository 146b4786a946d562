import assert from 'node:assert/strict';
import { Value } from '../../../src/base/event.ts';
import { deploymentName, rememberDeploymentNames } from '../../../src/ui/connections/deploymentName.ts';
import type { App } from '../../../src/ui/shell/app.ts';

const place = { connectionId: 'https://a.example', deploymentId: '7' };

/** A window. `stored` is what the workspace keeps between windows. */
function openWindow(stored: Map<string, unknown>, bindings: readonly (typeof place)[]) {
  const deployments = new Value<{ items: { id: number; name: string }[] }>({ items: [] });
  const connection = { id: place.connectionId, session: new Value<unknown>({ deployments }) };
  const folders = new Value(bindings.map((binding) => ({ binding })));
  const app = {
    connections: {
      list: new Value([connection]),
      get: (id: string) => (id === connection.id ? connection : undefined),
    },
    folders: { list: folders },
    context: {
      workspaceState: {
        get: (key: string, fallback: unknown) => stored.get(key) ?? fallback,
        update: async (key: string, value: unknown) => void stored.set(key, value),
      },
    },
  } as unknown as App;
  return { app, deployments, folders, remembering: rememberDeploymentNames(app) };
}

describe('the name of a bound deployment', () => {
  it('is stored when the list is read, without a question for it, and known to the next window', () => {
    const stored = new Map<string, unknown>();
    const first = openWindow(stored, [place]);
    assert.equal(deploymentName(first.app, place), '#7');
    first.deployments.set({ items: [{ id: 7, name: 'Shop' }] });
    first.remembering.dispose();
    assert.equal(deploymentName(openWindow(stored, [place]).app, place), 'Shop');
  });

  it('is stored when a folder is bound after the list was read; other names are not', () => {
    const stored = new Map<string, unknown>();
    const first = openWindow(stored, []);
    first.deployments.set({
      items: [
        { id: 7, name: 'Shop' },
        { id: 8, name: 'Other' },
      ],
    });
    first.folders.set([{ binding: place }]);
    const next = openWindow(stored, [place]);
    assert.equal(deploymentName(next.app, place), 'Shop');
    assert.equal(deploymentName(next.app, { ...place, deploymentId: '8' }), '#8');
  });
});
