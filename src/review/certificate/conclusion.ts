/** The conclusion of a certificate in one or two sentences. */

import type { AccessReview } from '../compiled/access.ts';
import type { Certificate } from './certificate.ts';

/** In English. @param shown how the name of a group is written */
export function certificateSentence(
  { slices }: Certificate,
  access: AccessReview | undefined,
  shown: (group: string) => string = (group) => group,
): string {
  return [numbers(slices), ...(access ? accessSentences(access, shown) : [])].join(' ');
}

function numbers({ equal, same, differs, added, removed, notCompared }: Certificate['slices']): string {
  const all = equal + same + differs + notCompared;
  const more = [...(added > 0 ? [`${added} are new`] : []), ...(removed > 0 ? [`${removed} are gone`] : [])];
  const others = more.length > 0 ? ` ${more.join(', ')}.` : '';
  if (all === 0) return `No slice is in both models.${others}`;
  if (differs === 0 && notCompared === 0) {
    if (same === 0) return `No number changes: ${equal} of ${all} slices proved equal.${others}`;
    return `No number changes on this data: ${equal} of ${all} slices proved equal, ${same} the same on the data.${others}`;
  }
  const parts = [
    ...(differs > 0 ? [`${differs} of ${all} slices ${differs === 1 ? 'differs' : 'differ'}`] : []),
    ...(notCompared > 0 ? [`${notCompared} of ${all} slices ${notCompared === 1 ? 'is' : 'are'} not compared`] : []),
  ];
  const rest = [`${equal} proved equal`, ...(same > 0 ? [`${same} the same on the data`] : [])];
  const start = differs > 0 ? 'Numbers change' : 'It is not known whether numbers change';
  return `${start}: ${parts.join(', ')}; ${rest.join(', ')}.${others}`;
}

function accessSentences({ changes, unknown }: AccessReview, shown: (group: string) => string): string[] {
  const groups = (change: 'more' | 'less') => [
    ...new Set(
      changes.filter((one) => one.change === change).map(({ group }) => (group === '*' ? 'everybody' : shown(group))),
    ),
  ];
  const sentence = (change: 'more' | 'less') => {
    const names = groups(change);
    if (names.length === 0) return [];
    const shown = names.slice(0, 3).join(', ');
    return [
      `${shown}${names.length > 3 ? ` and ${names.length - 3} more` : ''} ${names.length === 1 ? 'sees' : 'see'} ${change} than before.`,
    ];
  };
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const open =
    unknown.length > 0
      ? [`The access of ${unknown.length === 1 ? 'one group is' : `${unknown.length} groups is`} not known.`]
      : [];
  return [...sentence('more').map(capital), ...sentence('less').map(capital), ...open];
}
