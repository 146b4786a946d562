/** Reads the pages of problems: title, introduction, and the examples. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const pagesFolder = join(import.meta.dirname, '../../docs/problems');

interface Page {
  title: string;
  introduction: string;
  sections: ReadonlyMap<string, string>;
}

export function pageOf(code: string): Page {
  const [head = '', ...sections] = readFileSync(join(pagesFolder, `${code}.md`), 'utf8').split(/^## /m);
  const [title = '', introduction = ''] = head.split('\n\n');
  const byTitle = sections.map((one): [string, string] => {
    const end = one.indexOf('\n');
    return [one.slice(0, end), one.slice(end).trim()];
  });
  return { title, introduction, sections: new Map(byTitle) };
}

/** The fenced blocks of a section, by the path behind their language. */
export function filesIn(section: string): Map<string, string> {
  const blocks = section.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm);
  return new Map([...blocks].map(([, path, text]) => [path!, text!]));
}
