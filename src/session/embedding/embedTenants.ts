/** The embed tenants of one platform, loaded on demand. */

import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { embedTenantOperations, type EmbedTenant as ListedTenant } from '../../contract/embedding/embedTenants.ts';
import { LazyList } from '../lazyList.ts';
import type { PlatformSession } from '../platformSession.ts';
import { EmbedTenant, pageQuery } from './embedTenant.ts';
import type { KnownGroups } from './knownGroups.ts';

export class EmbedTenants implements Disposable {
  readonly platform: PlatformSession;
  readonly list: LazyList<ListedTenant>;
  readonly #known: KnownGroups;
  readonly #lifetime = new Lifetime();
  readonly #tenants = new Map<string, EmbedTenant>();

  constructor(platform: PlatformSession, known: KnownGroups) {
    this.platform = platform;
    this.#known = known;
    this.list = this.#lifetime.add(
      new LazyList((signal) =>
        platform.admin.pages(embedTenantOperations.listEmbedTenants, { query: pageQuery }, { signal }),
      ),
    );
  }

  /** The same object for the same name. */
  tenant(name: string): EmbedTenant {
    const tenant = this.#tenants.get(name) ?? this.#lifetime.add(new EmbedTenant(this.platform, name, this.#known));
    this.#tenants.set(name, tenant);
    return tenant;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
