import assert from 'node:assert/strict';
import { parseAllDocuments } from 'yaml';
import { metricViewText } from '../../../src/ui/metricViews/metricViewText.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const yaml = 'version: "1.1"\nsource: main.shop.orders\n';
const orders = { name: 'orders', fullName: 'main.sales.orders', kind: 'cube', yaml, warnings: ['measure running'] };
const result = { previewId: 'p', buildJobId: 7, dataSourceName: 'lake', metricViews: [orders], skipped: [] };

describe('the document of a metric view preview', () => {
  it('has the views that would be published, with what is left out', () => {
    assert.equal(
      metricViewText(result, 'Sample', plainLocalizer),
      [
        '# Metric views of the data source lake of Sample. Nothing was published.',
        '# Converted from build 7.',
        '# 1 view would be published.',
        '---',
        '# main.sales.orders · of the cube orders',
        '# Left out: measure running',
        'version: "1.1"',
        'source: main.shop.orders',
        '',
      ].join('\n'),
    );
  });

  it('says that the names are not complete without an integration, and what is not converted and why', () => {
    const sales = { ...orders, name: 'sales', fullName: null, kind: 'view', warnings: null };
    const skipped = [{ name: 'regions', reason: 'It has no measure' }, { name: 'items' }];
    const text = metricViewText({ ...result, metricViews: [orders, sales], skipped }, 'Sample', plainLocalizer);
    assert.match(text, /^# 2 views would be published\.\n# The data source has no integration yet/m);
    assert.match(text, /^# sales · of the view sales\n/m);
    assert.match(text, /---\n# Not converted:\n# regions: It has no measure\n# items\n$/);
  });

  it('keeps texts of the platform in comments', () => {
    const name = 'orders\n---\nevil: yes\u2028evil: yes';
    const text = metricViewText(
      { ...result, metricViews: [{ ...orders, name, fullName: name }] },
      name,
      plainLocalizer,
    );
    const documents = parseAllDocuments(text).map((document) => document.toJS() as unknown);
    assert.deepEqual(documents, [{ version: '1.1', source: 'main.shop.orders' }]);
  });
});
