/** The titles of commands follow one style. */

import assert from 'node:assert/strict';
import type { CommandEntry } from '../../../src/ui/manifest/commandEntry.ts';
import { commandTable } from '../../../src/ui/manifest/commandTable.ts';

const rows: readonly (readonly [id: string, entry: CommandEntry])[] = Object.entries(commandTable);
const titles = rows.flatMap(([id, { title, shortTitle }]) =>
  [title, ...(shortTitle === undefined ? [] : [shortTitle])].map((text) => ({ id, text })),
);
const endsOpen = (text: string) => text.endsWith('…');

/** They ask at most whether to go on, which is not input. */
const onlyConfirmed: readonly string[] = [
  'dataModel.branch.createAgain',
  'dataModel.connection.remove',
  'dataModel.content.delete',
  'dataModel.content.disconnect',
  'dataModel.deployment.build',
  'dataModel.deployment.resetCreation',
  'dataModel.embedding.deleteGroup',
  'dataModel.embedding.removeMember',
  'dataModel.folder.unbind',
  'dataModel.review.discard',
  'dataModel.sync.pull',
  'dataModel.sync.push',
];
/** Within a title they have a small letter. */
const small = new Set('a an and as at by for from in into of on or the to with'.split(' '));

describe('titles of commands', () => {
  it('are in title case', () => {
    const wrong = titles.filter(({ text }) => {
      // “Sign In” is a verb.
      const words = text.replace(/…$/, '').replace('Sign In', 'Sign').split(' ');
      return words.some((word, at) => {
        const isInside = at > 0 && at < words.length - 1;
        const isSmall = isInside && small.has(word.toLowerCase());
        return word !== 'dbt' && /^\p{L}/u.test(word) && isSmall === /^\p{Lu}/u.test(word);
      });
    });
    assert.deepEqual(wrong, []);
  });

  it('end in “…” only if they ask for something: the short title never more than the title', () => {
    const wrong = rows.filter(([, { title, shortTitle }]) => shortTitle && endsOpen(shortTitle) && !endsOpen(title));
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      titles.filter(({ text }) => /…./.test(text) || text.includes('...')),
      [],
    );
  });

  it('do not end in “…” if the user only confirms', () => {
    assert.deepEqual(
      onlyConfirmed.filter((id) => !rows.some(([known]) => known === id)),
      [],
      'the list names commands',
    );
    assert.deepEqual(
      titles.filter(({ id, text }) => onlyConfirmed.includes(id) && endsOpen(text)),
      [],
    );
  });

  it('that save to a file, or compare with what the user selects, end in “…”', () => {
    const wrong = titles.filter(({ text }) => /^Export\b|\bWith\b/.test(text) && !endsOpen(text));
    assert.deepEqual(wrong, []);
  });

  it('are different in the Command Palette', () => {
    const listed = rows.filter(([, { palette }]) => palette !== false).map(([, { title }]) => title);
    assert.deepEqual(
      listed.filter((title, at) => listed.indexOf(title) !== at),
      [],
    );
  });

  it('refresh by one command in the Command Palette, apart from a build, a catalog and a dashboard', () => {
    const refreshing = rows.filter(([, { title, palette }]) => palette !== false && /^Refresh\b/.test(title));
    assert.deepEqual(refreshing.map(([, { title }]) => title).sort(), [
      'Refresh Build Status',
      'Refresh Catalog',
      'Refresh Dashboard',
      'Refresh Views',
    ]);
  });
});
