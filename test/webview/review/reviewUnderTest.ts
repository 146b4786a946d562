/** The built page of a review in a browser. The test answers for the extension. */

import {
  type ReviewContent,
  reviewExtensionRequests,
  reviewPageRequests,
} from '../../../src/contract/messages/reviewChannel.ts';
import { requestHandlers } from '../../../src/contract/messages/typedRequests.ts';
import { documentPages, hostileText } from '../shared/documentPage.ts';

export const plainRow = { tone: 'plain' as const, open: null, links: [], notes: [] };
export const plainCard = { count: null, tone: 'plain' as const, summary: [], rows: [], links: [] };
export const sampleReview: ReviewContent = {
  title: 'Commit dev-kim to main',
  subject: { step: 'commit', connectionId: 'c', deploymentId: '1', deploymentName: 'Shop', branchName: 'dev-kim' },
  notice: null,
  status: null,
  isBusy: false,
  conclusion: [
    {
      text: '3 definitions changed in 2 files. Numbers change: 2 of 40 slices differ, 38 proved equal.',
      tone: 'warning',
    },
    { text: '1 change breaks something.', tone: 'error' },
    { text: 'Users in managers see more than before.', tone: 'warning' },
  ],
  cards: [
    {
      ...plainCard,
      id: 'breaks',
      title: 'Breaks',
      count: 1,
      tone: 'error',
      rows: [
        {
          ...plainRow,
          text: hostileText,
          tone: 'error',
          open: 'm',
          notes: [{ text: 'Breaks view sales', tone: 'error', open: 'n' }],
          diff: {
            label: 'Difference of measure orders.total',
            language: 'yaml',
            lines: [
              { kind: 'gap', text: '4 equal lines' },
              { kind: 'same', text: '- name: total' },
              { kind: 'same', text: '  description: What is left from each order,' },
              { kind: 'same', text: '    in euros' },
              { kind: 'removed', text: '  sql: "{CUBE}.amount"', mark: [15, 21] },
              { kind: 'added', text: '  sql: "{CUBE}.net_amount"', mark: [15, 25] },
              { kind: 'added', text: '  filters: [{ sql: "{CUBE}.status = \'completed\'" }]' },
            ],
          },
        },
      ],
    },
    {
      ...plainCard,
      id: 'consumers',
      title: 'Consumers',
      count: 1,
      tone: 'warning',
      summary: ['Other programs may use these public names.'],
      rows: [
        {
          ...plainRow,
          text: 'sales.total is now named sales.revenue.',
          tone: 'warning',
          notes: [{ text: 'report Revenue by country (For customers)', tone: 'warning', open: 'r' }],
        },
      ],
    },
    {
      ...plainCard,
      id: 'values',
      title: 'Values',
      count: 2,
      tone: 'warning',
      summary: ['Numbers change: 2 of 40 slices differ, 38 proved equal.'],
      rows: [{ ...plainRow, text: 'Not compared: 3', detail: 'their SQL differs' }],
      table: {
        columns: ['Number', 'Before', 'After', 'Difference'],
        rows: [
          { name: 'orders.total', before: '12,345.67', after: '14,000', difference: '+13.4 %', share: 0.118 },
          {
            name: 'orders.total by orders.status = shipped',
            before: '100',
            after: '20',
            difference: '-80 %',
            share: -0.8,
          },
        ],
      },
      links: [{ id: 'v', label: 'Compare Values' }],
    },
    {
      ...plainCard,
      id: 'changes',
      title: 'Definitions',
      count: 1,
      rows: [
        { ...plainRow, text: 'orders.average', detail: 'other SQL', more: { id: 's', label: 'SQL of orders.average' } },
      ],
    },
    {
      ...plainCard,
      id: 'files',
      title: 'Files',
      count: 1,
      rows: [{ ...plainRow, text: 'model/a.yml', open: 'f', detail: 'changed' }],
    },
  ],
  form: {
    consequence: { title: 'Commit dev-kim directly to production?', paragraphs: ['main is rebuilt.'] },
    confirmation: 'Change main, the production branch of “Shop”',
    keepBranch: null,
    message: { label: 'Commit message', value: 'proposed', placeholder: 'Describe' },
    button: 'Commit to Production',
  },
  texts: {
    ...{ copy: 'Copy as Markdown', refresh: 'Refresh', details: 'Details', conclusion: 'Summary' },
    ...{ filters: 'Show only', all: 'All', search: 'Filter by name', nothingFound: 'Nothing matches the filter.' },
    ...{ removed: 'removed', added: 'added' },
  },
};

export function reviewPages() {
  return documentPages<ReviewContent>({
    name: 'review',
    requests: reviewExtensionRequests,
    answers: (note) =>
      requestHandlers(reviewPageRequests, {
        loadReview: () => sampleReview,
        open: note('open'),
        readDiff: (argument) => {
          note('readDiff')(argument);
          return {
            diff: {
              label: 'Difference of orders.average',
              language: 'sql' as const,
              lines: [
                { kind: 'same' as const, text: 'SELECT' },
                { kind: 'removed' as const, text: '  avg("orders".amount)' },
                { kind: 'added' as const, text: '  avg("orders".net_amount)' },
              ],
            },
          };
        },
        refresh: note('refresh'),
        copy: note('copy'),
        draft: note('draft'),
        act: note('act'),
      }),
  });
}
