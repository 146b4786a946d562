/** Mutations of whole lines of YAML. */

import { lineAt, type Mutation, replaced } from './mutant.ts';
import { yamlLine } from './sites.ts';

export const lineMutations: Record<string, Mutation> = {
  'one space more or less': (random, source, texts) => {
    const line = yamlLine(random, source, /^\s{3,}\S/);
    if (!line) return undefined;
    const more = random() < 0.5;
    return replaced(source, texts, line.start, line.start + (more ? 0 : 1), more ? ' ' : '', [line.start]);
  },
  'two spaces more or less': (random, source, texts) => {
    const line = yamlLine(random, source, /^\s{4,}\S/);
    if (!line) return undefined;
    const more = random() < 0.5;
    return replaced(source, texts, line.start, line.start + (more ? 0 : 2), more ? '  ' : '', [line.start]);
  },
  tab: (random, source, texts) => {
    const line = yamlLine(random, source, /^\s{2,}\S/);
    return line && replaced(source, texts, line.start, line.start + 2, '\t', [line.start]);
  },
  'line twice': (random, source, texts) => {
    const line = yamlLine(random, source, /^\s{2,}\w+: \S/);
    if (!line) return undefined;
    const mutant = replaced(source, texts, line.start, line.start, `${line.text}\n`);
    const at = lineAt(source.text, line.start);
    return { ...mutant, lines: new Set([`${source.file}:${at}`, `${source.file}:${at + 1}`]) };
  },
};
