/** Sets the context keys for connections and bound folders. */

import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { App } from '../shell/app.ts';
import { setContextKey } from '../shell/contextKeys.ts';

export function connectionContext({ connections, folders }: App): Disposable {
  const lifetime = new Lifetime();
  const updateConnected = () => setContextKey('dataModel.connected', connections.list.value.length > 0);
  const updateBound = () => setContextKey('dataModel.bound', folders.list.value.length > 0);
  lifetime.add(connections.list.onChange(updateConnected));
  lifetime.add(folders.list.onChange(updateBound));
  updateConnected();
  updateBound();
  return lifetime;
}
