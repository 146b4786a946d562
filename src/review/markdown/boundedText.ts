/** Joins sections of lines into a text that does not exceed a length, and says what it leaves out. */

export interface Section {
  /** Lines above the items. */
  head: readonly string[];
  /** An item has one or more lines, which stay together. */
  items: readonly string[];
  /** What an item is, for the line about the missing ones: `files`. */
  noun: string;
  /** Sections with the lowest number are filled first. */
  rank: number;
}

/** For the line that says what is left out. */
const reserved = 300;

export function boundedText(intro: string, sections: readonly Section[], length: number): string {
  const heads = sections.map(({ head }) => head.map((line) => `${line}\n`).join(''));
  let rest = length - reserved - intro.length - heads.reduce((sum, { length }) => sum + length + 2, 0);
  const kept = sections.map(() => 0);
  const byRank = [...sections.entries()].sort(([, a], [, b]) => a.rank - b.rank);
  for (const [at, { items }] of byRank) {
    for (const item of items) {
      if (item.length + 1 > rest) break;
      rest -= item.length + 1;
      kept[at]! += 1;
    }
  }
  const missing = sections.flatMap(({ items, noun }, at) => {
    const count = items.length - kept[at]!;
    return count > 0 ? [`${count} ${noun}`] : [];
  });
  const body = sections.map(
    ({ items }, at) =>
      `${heads[at]}${items
        .slice(0, kept[at])
        .map((item) => `${item}\n`)
        .join('')}`,
  );
  const end =
    missing.length > 0
      ? `\nNot shown, because the text is limited to ${length} characters: ${missing.join(', ')}.\n`
      : '';
  return `${intro}${body.join('')}${end}`;
}
