/** The names of bound deployments for people, also before their platforms answer. */

import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { App } from '../shell/app.ts';
import { forCurrent, forEachItem } from '../shell/observe.ts';

const key = 'dataModel.deploymentNames';

interface Place {
  connectionId: string;
  deploymentId: string;
}

/** The name in the platform's list, otherwise the one that an earlier window read, otherwise the ID as `#1`. */
export function deploymentName(app: Pick<App, 'connections' | 'context'>, place: Place): string {
  return listedName(app, place) ?? remembered(app)[keyOf(place)] ?? `#${place.deploymentId}`;
}

/** Stores the names of the bound deployments when a platform lists them, and when a folder is bound. */
export function rememberDeploymentNames(app: Pick<App, 'connections' | 'context' | 'folders'>): Disposable {
  const { connections, context, folders } = app;
  const lifetime = new Lifetime();
  const update = () => {
    const before = remembered(app);
    const now = { ...before };
    for (const { binding } of folders.list.value) {
      const name = listedName(app, binding);
      if (name !== undefined) now[keyOf(binding)] = name;
    }
    if (Object.entries(now).some(([place, name]) => before[place] !== name))
      void context.workspaceState.update(key, now);
  };
  lifetime.add(folders.list.onChange(update));
  lifetime.add(
    forEachItem(connections.list, ({ session }, own) => {
      own.add(
        forCurrent(session, ({ deployments }, whileOpen) => {
          whileOpen.add(deployments.onChange(update));
          update();
        }),
      );
    }),
  );
  return lifetime;
}

function listedName({ connections }: Pick<App, 'connections'>, { connectionId, deploymentId }: Place) {
  const listed = connections.get(connectionId)?.session.value?.deployments.value.items ?? [];
  return listed.find(({ id }) => String(id) === deploymentId)?.name;
}

function remembered({ context }: Pick<App, 'context'>): Readonly<Record<string, string>> {
  return context.workspaceState.get<Readonly<Record<string, string>>>(key, {});
}

function keyOf({ connectionId, deploymentId }: Place): string {
  return `${connectionId} ${deploymentId}`;
}
