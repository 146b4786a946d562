import assert from 'node:assert/strict';
import { sessionErrors } from '../../../src/session/errors.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';
import { listRows } from '../../../src/ui/tree/listRows.ts';
import { failed, ready } from '../deployments/sampleDeployments.ts';
import { outline } from './outline.ts';

describe('the rows that every list has', () => {
  const list = { name: 'folders' } as const;
  const parent = { id: 'x', target: { connectionId: 'acme' }, list };
  const page = (loaded: Parameters<typeof listRows>[1]) =>
    listRows(parent, loaded, plainLocalizer, { rows: [], empty: 'Nothing' });

  it('say that it is empty', () => {
    assert.deepEqual(outline(page(ready([]))), ['  Nothing']);
    assert.deepEqual(page(undefined), []);
  });

  it('load its next page', () => {
    const [more] = page(ready([1], true));
    assert.deepEqual([more!.label, more!.command, more!.list], ['Load More', 'dataModel.view.loadMore', list]);
    const [loading] = page({ ...ready([1], true), phase: 'loading' });
    assert.equal(loading!.label, 'Loading…');
  });

  it('say why it failed, and try again', () => {
    const [failure] = page(failed(sessionErrors.error('workbooks-need-admin', ['acme.example.com'])));
    assert.match(failure!.label, /^acme\.example\.com lists workbooks only to administrators/);
    assert.deepEqual([failure!.command, failure!.list], ['dataModel.view.refreshRow', list]);
  });
});
