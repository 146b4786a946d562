import assert from 'node:assert/strict';
import type { Explanation } from '../../../src/query/why/explanation.ts';
import { whyTexts } from '../../../src/query/why/whyTexts.ts';
import { whyHtml } from '../../../src/ui/query/whyPage.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const place = { file: 'queries/a.query.yml', line: 4 };
const explanation: Explanation = {
  warnings: [],
  isEmpty: true,
  causes: [
    {
      text: whyTexts.message('part-empties', [whyTexts.message('segment', ['orders.<b>']), '1,204']),
      place,
      details: [{ text: whyTexts.message('data-values', ['"<i>"']) }],
    },
  ],
  steps: [
    { text: whyTexts.message('all-rows', ['orders']), rows: 1204 },
    { text: whyTexts.message('segment', ['orders.<b>']), place, rows: 0 },
  ],
  notes: [],
  unknown: [{ text: whyTexts.message('no-key', ['orders']) }],
  probes: 3,
};
const html = (changed: Partial<Explanation> = {}) =>
  whyHtml(
    { ...explanation, ...changed },
    {
      title: 'a on dev',
      time: '1 March',
      language: 'en',
      l10n: plainLocalizer,
      uriOf: ({ file }) => `file:///p/${file}`,
    },
  );
const textOf = (page: string) =>
  page
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ')
    .trim();

describe('the page of an explanation', () => {
  it('has causes with links, the rows after each step, and what was not computed', () => {
    assert.equal(
      textOf(html()),
      [
        'a on dev Counted on 1 March by 3 queries.',
        'Causes Segment orders.<b>: leaves 0 of 1,204 rows. queries/a.query.yml:4 The data has these values: "<i>"',
        'Rows After Each Step Step Rows Share All rows of orders 1,204 100%',
        'Segment orders.<b> queries/a.query.yml:4 0 0%',
        'Not Computed orders has no primary key that can be asked for, so rows are counted after joins, which may repeat them.',
      ].join(' '),
    );
    const [, link = ''] = /href="([^"]+)"/.exec(html()) ?? [];
    assert.equal(
      decodeURIComponent(textOf(link)),
      'command:dataModel.query.showPlace?["file:///p/queries/a.query.yml",4]',
    );
    assert.ok(!/<[bi]>/.test(html()), 'names and values are texts');
  });

  it('says first if the branch has another version of the model', () => {
    const warnings = [whyTexts.message('other-version', ['dev', 'model/<b>.yml'])];
    assert.match(
      textOf(html({ warnings })),
      /by 3 queries\. The version on dev is explained, which differs from your files\. Lines in these are lines on dev: model\/<b>\.yml Causes/,
    );
  });

  it('says if there is no cause', () => {
    assert.match(textOf(html({ causes: [], isEmpty: false })), /Nothing restricts the result but the query itself\./);
    assert.match(textOf(html({ causes: [] })), /No cause was found\./);
  });
});
