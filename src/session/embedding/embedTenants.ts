/** The embed tenants of one platform, loaded on demand. */

import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { embedTenantOperations, type EmbedTenant as ListedTenant } from '../../contract/embedding/embedTenants.ts';
import { LazyList } from '../lazyList.ts';
import type { PlatformSession } from '../platformSession.ts';
import { EmbedTenant, pageQuery, type TenantState } from './embedTenant.ts';
import type { KnownGroups } from './knownGroups.ts';

export class EmbedTenants implements Disposable {
  readonly platform: PlatformSession;
  readonly list: LazyList<ListedTenant>;
  readonly #known: KnownGroups;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  readonly #tenants = new Map<string, EmbedTenant>();

  constructor(platform: PlatformSession, known: KnownGroups) {
    this.platform = platform;
    this.#known = known;
    this.list = this.#lifetime.add(
      new LazyList(async function* (signal) {
        await platform.require(embedTenantOperations.listEmbedTenants, undefined, signal);
        yield* platform.admin.pages(embedTenantOperations.listEmbedTenants, { query: pageQuery }, { signal });
      }),
    );
    this.#lifetime.add(this.list.onChange(() => this.#changed.fire()));
    this.#lifetime.add(platform.deployments.onChange(() => this.#changed.fire()));
  }

  /** Fires when a list has changed. */
  get onChange(): Event<void> {
    return this.#changed.event;
  }

  /** The tenants of which something is loaded, by name. */
  states(): ReadonlyMap<string, TenantState> {
    return new Map([...this.#tenants].map(([name, tenant]) => [name, tenant.state()]));
  }

  /** Loads again what is loaded. Never rejects. */
  async reload(): Promise<void> {
    const lists = [this.list, this.platform.deployments].filter(({ value }) => value.phase !== 'idle');
    await Promise.all([...lists, ...this.#tenants.values()].map((each) => each.reload()));
  }

  /** The same object for the same name. */
  tenant(name: string): EmbedTenant {
    const tenant = this.#tenants.get(name) ?? this.#lifetime.add(this.#newTenant(name));
    this.#tenants.set(name, tenant);
    return tenant;
  }

  #newTenant(name: string): EmbedTenant {
    return new EmbedTenant(this.platform, name, this.#known, () => this.#changed.fire());
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
