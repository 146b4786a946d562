/** Which numbers can be added, by the name of the column. */

/** Anywhere in the name: adding them says nothing. */
const never = new Set(
  `pct percent percentage rate ratio share score rating rank avg average mean median min max minimum maximum unit
  lat latitude lon lng longitude year month quarter week weekday version id ids code zip postal phone fax age
  latest position ordinal sort sequence seq temperature`.split(/\s+/),
);

/** At the end of the name only: `order_number`, but `number_of_items`. */
const lastOnly = new Set(
  'no nr num number key index idx order level day hour minute second date time x y status type flag class group'.split(
    ' ',
  ),
);

export function isAmount(column: string): boolean {
  const words = column
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\d%]+/u)
    .filter(Boolean);
  return !column.includes('%') && !words.some((word) => never.has(word)) && !lastOnly.has(words.at(-1) ?? '');
}
