/** Tells menus and welcome views whether there is a connection and a bound folder. */

import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { App } from '../shell/app.ts';
import { setContextKey } from '../shell/contextKeys.ts';

export function connectionContext({ connections, folders }: App): Disposable {
  const lifetime = new Lifetime();
  const tellConnected = () => setContextKey('dataModel.connected', connections.list.value.length > 0);
  const tellBound = () => setContextKey('dataModel.bound', folders.list.value.length > 0);
  lifetime.add(connections.onChange(tellConnected));
  lifetime.add(folders.list.onChange(tellBound));
  tellConnected();
  tellBound();
  return lifetime;
}
