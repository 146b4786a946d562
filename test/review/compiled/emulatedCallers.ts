/** What the emulator answers to users of a model: the members in their metadata, and the rows of its tables. */

import assert from 'node:assert/strict';
import { DataApiClient, restUrl } from '../../emulator/data/dataApiClient.ts';
import type { DeploymentClient, EmulatorUnderTest } from '../../emulator/emulatorUnderTest.ts';
import type { Texts } from '../../model/models.ts';

export interface User {
  groups: readonly string[];
  attributes: Readonly<Record<string, unknown>>;
}

interface MetaCube {
  name: string;
  measures: { name: string }[];
  dimensions: { name: string }[];
  segments: { name: string }[];
}

export class EmulatedModel {
  readonly #client: DeploymentClient;
  readonly #admin: DeploymentClient;
  readonly #url: string;
  readonly #tokenRoute: string;

  static async of(under: EmulatorUnderTest, texts: Texts): Promise<EmulatedModel> {
    const files = Object.entries(texts).map(([name, text]) => [`model/${name}`, text]);
    const client = await under.newDeployment(Object.fromEntries(files));
    assert.equal((await client.status('main', true)).errorText, null);
    const [environment] = (await client.done(client.control('GET', '/environments'))).items;
    const admin = client.as(under.emulator.adminApiKey);
    return new EmulatedModel(
      client,
      admin,
      await restUrl(client),
      `/environments/${environment.id}/tokens-for-meta-sync`,
    );
  }

  constructor(client: DeploymentClient, admin: DeploymentClient, url: string, tokenRoute: string) {
    this.#client = client;
    this.#admin = admin;
    this.#url = url;
    this.#tokenRoute = tokenRoute;
  }

  /** Asked with a metadata token. */
  async cubes({ groups, attributes }: User): Promise<MetaCube[]> {
    const security_context = { ...attributes, ...(groups.length > 0 && { groups }) };
    const { data } = await this.#client.done(this.#client.control('POST', this.#tokenRoute, { security_context }));
    const caller = new DataApiClient(this.#url, data.token);
    const { status, body } = await caller.ready(() => caller.send('GET', '/meta'));
    assert.equal(status, 200, JSON.stringify(body));
    return body.cubes;
  }

  /** The sum of a measure over all rows of a query, asked in an embed session. */
  async sum({ groups, attributes }: User, measure: string, dimensions: readonly string[]): Promise<number> {
    const admin = this.#admin;
    const body = { deploymentId: admin.id, externalId: 'a user', groups, securityContext: attributes };
    const { sessionId } = await admin.done(admin.send('POST', '/api/v1/embed/generate-session', body));
    const { token } = await admin.done(admin.send('POST', '/api/v1/embed/session/token', { sessionId }));
    const found = await new DataApiClient(this.#url, token).rows({ measures: [measure], dimensions });
    return found.reduce((sum, row) => sum + Number(row[measure]), 0);
  }
}
