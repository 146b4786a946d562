/** The language server registers every row of the table of features: `test/editor/language/featureTable.test.ts` asks the editor the same. */

import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { standardTokensLegend } from '../../../src/language/annotations/semanticTokens.ts';
import { features, type Method, requests } from '../../../src/language/features.ts';
import { countOf, featureCases, paramsOf, textOf, workspace } from '../../language/featureCases.ts';
import { Client, capabilities } from './client.ts';

const codeAction = { codeActionLiteralSupport: { codeActionKind: { valueSet: ['refactor.extract'] } } };

describe('language server: the table of features', () => {
  let client: Client;
  let announced: object;

  before(async () => {
    client = new Client();
    const textDocument = { ...capabilities.textDocument, codeAction };
    const result = await client.initialize([workspace], { capabilities: { ...capabilities, textDocument } });
    announced = result.capabilities;
  });
  after(async () => {
    assert.equal(await client.stop(), 0);
  });

  const ask = async (method: Method): Promise<unknown> => {
    const { file } = featureCases[method];
    const textDocument = { uri: pathToFileURL(`${workspace}/${file}`).href };
    const params = { textDocument, ...paramsOf(method, textOf(file)) };
    if (!method.startsWith('callHierarchy')) return client.request(method, params);
    const [item] = await client.request<object[]>('textDocument/prepareCallHierarchy', params);
    return client.request(method, { item });
  };

  /** Other editors know only the types of the protocol. */
  const standardTokens = {
    options: { ...features.semanticTokensProvider.options, legend: standardTokensLegend },
  };

  it('is announced row by row', () => {
    const { diagnosticProvider: _, ...providers } = Object.fromEntries(
      Object.entries(announced).filter(([name]) => name.endsWith('Provider')),
    );
    const rows = Object.entries({ ...features, semanticTokensProvider: standardTokens }).map(
      ([provider, { options }]) => [provider, options],
    );
    assert.deepEqual(providers, Object.fromEntries(rows));
  });

  for (const [method] of requests) {
    it(`answers ${method}`, async () => {
      assert.equal(countOf(await ask(method)), featureCases[method].answers);
    });
  }
});
