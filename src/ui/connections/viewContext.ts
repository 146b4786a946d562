/** Sets the context keys of connections, bound folders and views. */

import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { isEmulatorConnection } from '../../session/binding.ts';
import type { Connection } from '../../session/connection.ts';
import type { App } from '../shell/app.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import { forCurrent, forEachItem } from '../shell/observe.ts';

const views = ['content', 'resources', 'embedding', 'dbtSyncs'] as const;

export function viewContext(app: App): Disposable {
  const { connections, folders } = app;
  const lifetime = new Lifetime();
  const updateConnected = () => setContextKey('dataModel.connected', connections.list.value.length > 0);
  const updateBound = () => {
    const bound = folders.list.value.map(({ binding }) => binding.connectionId);
    setContextKey('dataModel.bound', bound.length > 0);
    setContextKey('dataModel.boundToEmulator', bound.some(isEmulatorConnection));
  };
  lifetime.add(connections.list.onChange(updateConnected));
  lifetime.add(folders.list.onChange(updateBound));
  updateConnected();
  updateBound();
  lifetime.add(hideEmptyViews(app));
  return lifetime;
}

/** Hides the views that have nothing for the user on any platform. Asks only after a platform's deployments are listed. */
function hideEmptyViews({ connections, log }: App): Disposable {
  const lifetime = new Lifetime();
  const hidden = new Map<Connection, readonly string[]>();
  const update = () => {
    const all = connections.list.value;
    const isHidden = (view: string) => all.length > 0 && all.every((each) => hidden.get(each)?.includes(view));
    for (const view of views) setContextKey(`dataModel.hidden.${view}`, isHidden(`dataModel.${view}`));
  };
  lifetime.add(connections.list.onChange(update));
  lifetime.add(
    forEachItem(connections.list, (connection, own) => {
      own.onDispose(() => hidden.delete(connection));
      own.add(
        forCurrent(connection.session, (session, whileOpen) => {
          const look = async () => {
            if (session.deployments.value.phase !== 'ready') return;
            const { emptyViews } = await import('../shell/permissions.ts');
            hidden.set(connection, await emptyViews(session));
            update();
          };
          const onChange = () => void look().catch((failure: unknown) => log.error(String(failure)));
          whileOpen.add(session.deployments.onChange(onChange));
          whileOpen.add(session.me.onChange(onChange));
          whileOpen.add(session.apiDocument.onChange(onChange));
        }),
      );
    }),
  );
  return lifetime;
}
