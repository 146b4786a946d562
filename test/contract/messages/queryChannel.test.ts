import assert from 'node:assert/strict';
import { queryExtensionRequests } from '../../../src/contract/messages/queryChannel.ts';
import { requestHandlers } from '../../../src/contract/messages/typedRequests.ts';
import { comparedStatuses, contentOf, largeResult, statuses } from '../../webview/query/sampleResult.ts';

describe('the messages of the result panel', () => {
  const handlers = requestHandlers(queryExtensionRequests, {
    contentChanged: (content) => {
      received = content;
      return {};
    },
    stateChanged: () => ({}),
  });
  let received: unknown;
  const send = (content: unknown) => handlers.contentChanged!(content, new AbortController().signal);

  it('keep every row', async () => {
    const content = contentOf(largeResult(300, 6), { compared: comparedStatuses });
    await send(structuredClone(content));
    assert.deepEqual(received, content);
  });

  it('refuse rows of an unexpected shape', async () => {
    const content = contentOf(statuses, { compared: comparedStatuses });
    const wrongRows: unknown[] = [
      undefined,
      {},
      [['a'], 'b'],
      [[{ html: '<b>' }]],
      [[undefined]],
      [null],
      [[() => {}]],
    ];
    for (const rows of wrongRows) {
      await assert.rejects(send({ ...content, result: { ...statuses, rows } }), /unexpected shape/);
    }
    const wrongChanges: unknown[] = [
      { change: 'moved', before: ['a'], after: ['a'] },
      { change: 'same', before: ['a'], after: null },
      { change: 'added', before: ['a'], after: ['a'] },
      { change: 'removed', before: null, after: null },
      { change: 'changed', before: [{}], after: ['a'] },
      'added',
    ];
    for (const row of wrongChanges) {
      await assert.rejects(send({ ...content, compared: { ...comparedStatuses, rows: [row] } }), /unexpected shape/);
    }
    await assert.rejects(send({ ...content, sequence: '2' }), /sequence/);
  });
});
