/** Searches the content of a deployment for all that may be names of its model. */

import { namesIn, type ReadContent } from '../../review/compiled/contentUses.ts';
import { reviewTexts } from '../../review/model/reviewTexts.ts';
import type { SearchedContent } from './contentReads.ts';

/** @param readAt in milliseconds */
export function searchContent({ items, notRead }: ReadContent, readAt: number): SearchedContent {
  const { message } = reviewTexts;
  const own = items.filter(({ mayBeElsewhere }) => !mayBeElsewhere);
  const elsewhere = items.length - own.length;
  let cut = 0;
  const users = own.map(({ kind, name, content, record }) => {
    const { names, isCut } = namesIn(record);
    if (isCut) cut += 1;
    return { kind, name, id: content?.id ?? name, names };
  });
  return {
    users,
    notRead: [
      ...notRead,
      ...(elsewhere > 0 ? [message('notifications-not-counted', [elsewhere])] : []),
      ...(cut > 0 ? [message('content-too-large', [cut])] : []),
    ],
    readAt,
  };
}
