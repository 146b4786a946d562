/** The operations of a view's commands that the user cannot use, for the menus of its rows. The rows show every command until they are known. */

import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Connections } from '../../session/connections.ts';
import type { ViewId } from '../manifest/ids.ts';
import { forCurrent, forEachItem } from '../shell/observe.ts';
import { type RowTarget, rowId } from './row.ts';

type Target = Pick<RowTarget, 'connectionId' | 'deploymentId'>;

export class Refusals implements Disposable {
  readonly #viewId: ViewId;
  readonly #connections: Connections;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<string>());
  /** The keywords of connections and deployments, by the ids of their rows. */
  readonly #known = new Map<string, { target: Target; keywords: string }>();
  /** What is read at the moment. An entry is removed when its answer no longer counts. */
  readonly #reading = new Map<string, object>();

  constructor(viewId: ViewId, connections: Connections) {
    this.#viewId = viewId;
    this.#connections = connections;
    this.#lifetime.add(
      forEachItem(connections.list, ({ id, session }, lifetime) => {
        lifetime.add(
          forCurrent(session, ({ me, apiDocument }, whileOpen) => {
            for (const source of [me, apiDocument]) whileOpen.add(source.onChange(() => this.#readAgain(id)));
            whileOpen.onDispose(() => this.#forget(id));
          }),
        );
      }),
    );
  }

  /** Fires with the id of the row of a connection or deployment. The rows below it change, too. */
  get onChange(): Event<string> {
    return this.#changed.event;
  }

  /** The keywords that hide the commands of refused operations, for `when` clauses: `no-commit;no-merge;`. */
  keywords(target: Target): string {
    return (this.#known.get(rowId(target)) ?? this.#known.get(target.connectionId))?.keywords ?? '';
  }

  /** Reads them once, if the connection is open. Never rejects; after an outage, the next call reads again. */
  async read(target: Target): Promise<void> {
    if (!this.#known.has(rowId(target))) await this.#read(target);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #read(target: Target): Promise<void> {
    const session = this.#connections.get(target.connectionId)?.session.value;
    const id = rowId(target);
    if (!session || this.#reading.has(id)) return;
    const reading = {};
    this.#reading.set(id, reading);
    const { refusedOperations } = await import('../shell/permissions.ts');
    const refused = await refusedOperations(this.#viewId, session, target.deploymentId);
    if (this.#reading.get(id) !== reading) return this.#read(target);
    this.#reading.delete(id);
    if (session.me.value === undefined) return;
    const keywords = [...refused].map((operation) => `no-${operation};`).join('');
    const before = this.keywords(target);
    this.#known.set(id, { target, keywords });
    if (keywords !== before) this.#changed.fire(id);
  }

  /** The rows keep their keywords until the new ones are known. */
  #readAgain(connectionId: string): void {
    // A read that began before counts no more, and reads again at its end.
    this.#reading.clear();
    for (const { target } of this.#known.values()) {
      if (target.connectionId === connectionId) void this.#read(target);
    }
  }

  #forget(connectionId: string): void {
    this.#reading.clear();
    for (const [id, { target }] of this.#known) if (target.connectionId === connectionId) this.#known.delete(id);
  }
}
