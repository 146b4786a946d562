/** The built page of a review in a browser. The test answers for the extension. */

import {
  type ReviewContent,
  reviewExtensionRequests,
  reviewPageRequests,
} from '../../../src/contract/messages/reviewChannel.ts';
import { requestHandlers } from '../../../src/contract/messages/typedRequests.ts';
import { documentPages, hostileText } from '../shared/documentPage.ts';

export const plainRow = { tone: 'plain' as const, open: null, links: [], notes: [] };
export const sampleReview: ReviewContent = {
  title: 'Commit dev-kim to main',
  subject: { step: 'commit', connectionId: 'c', deploymentId: '1', deploymentName: 'Shop', branchName: 'dev-kim' },
  notice: null,
  status: null,
  isBusy: false,
  sections: [
    {
      title: 'Model changes: 1, breaking: 1',
      rows: [
        {
          ...plainRow,
          text: hostileText,
          tone: 'error',
          open: 'm',
          notes: [{ text: 'Breaks view sales', tone: 'error', open: 'n' }],
        },
      ],
      links: [],
    },
    { title: 'Files: 1', rows: [{ ...plainRow, text: 'model/a.yml', open: 'f', detail: 'changed' }], links: [] },
  ],
  form: {
    consequence: { title: 'Commit dev-kim directly to production?', paragraphs: ['main is rebuilt.'] },
    confirmation: 'Change main, the production branch of “Shop”',
    keepBranch: null,
    message: { label: 'Commit message', value: 'proposed', placeholder: 'Describe' },
    button: 'Commit to Production',
  },
  commands: { copy: 'Copy as Markdown', refresh: 'Refresh', details: 'Details' },
};

export function reviewPages() {
  return documentPages<ReviewContent>({
    name: 'review',
    requests: reviewExtensionRequests,
    answers: (note) =>
      requestHandlers(reviewPageRequests, {
        loadReview: () => sampleReview,
        open: note('open'),
        refresh: note('refresh'),
        copy: note('copy'),
        draft: note('draft'),
        act: note('act'),
      }),
  });
}
