/** All tools. Few and broad ones: an assistant reads the whole list before each task. */

import type { Tool } from './shared/tool.ts';
import { apply, undo } from './tools/apply.ts';
import { check } from './tools/check.ts';
import { explain } from './tools/explain.ts';
import { overview } from './tools/overview.ts';
import { platform } from './tools/platform.ts';
import { query } from './tools/query.ts';
import { refactor } from './tools/refactor.ts';
import { review } from './tools/review.ts';
import { search } from './tools/search.ts';
import { test } from './tools/test.ts';

export const tools: readonly Tool[] = [
  ...[overview, search, explain, check, query, test, review, platform, refactor],
  ...[apply, undo],
];
