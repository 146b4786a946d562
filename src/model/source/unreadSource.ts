/** A source of which nothing is known but why. */

import type { TextProblem } from './problem.ts';
import type { Language, ParsedSource } from './tree.ts';

export function languageOf(path: string): Language {
  return path.endsWith('.js') ? 'javascript' : 'yaml';
}

export function unreadSource(language: Language, problem: TextProblem): ParsedSource {
  return {
    language,
    root: undefined,
    definitions: [],
    problems: [problem],
    generates: false,
    broken: true,
    branches: [],
    declared: new Set(),
    free: [],
    run: [],
    imports: [],
  };
}
