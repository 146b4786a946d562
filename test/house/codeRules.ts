/** The limits of the code base: sizes of files and folders, cycles between folders, words that do not belong here. */

import path from 'node:path';
import { importsOf, type Sources } from './importRules.ts';

export const limits = { linesOfFile: 400, medianLines: 100, filesInFolder: 30 };

/** Each with the plain English to write instead. */
const bannedWords: readonly (readonly [RegExp, string])[] = [
  [/\b(?:nobody|somebody|whoever)\b/i, 'the user, another client, no caller'],
  [/\ba person\b/i, 'the user'],
  [/\banew\b/i, 'again'],
  [/\bmeanwhile\b/i, 'in the meantime, since then'],
  [/(?<!`)\bverdicts?\b(?!\.json|: result\b)/i, 'result, report, decision'],
  [/\b(?:is|are|was|were) told\b/i, 'receives, is notified'],
  [/\bknows nothing of\b/i, 'nothing: the import table proves it'],
  [/\bthose aside\b/i, 'except'],
  [/\b(?:thereof|henceforth|whatsoever)\b/i, 'plain English'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bcomes? true\b/i, 'succeed'],
  [
    /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|other\b|[=;,.)])/i,
    'is not a …; only “there is no …” is right',
  ],
  [/\bbeside (?=[a-z`“])/, 'next to'],
  [/(?:\/\*\*?|\/\/|^\s*\*) (?:Of|As whom|Whose) /, 'a sentence or a noun: “The name of …”'],
  [/\bz\.record\(/, '`record` of contract/definition/record.ts, which keeps the key `__proto__`'],
];

/** Texts by path relative to the repository. */
export type Texts = ReadonlyMap<string, string>;

export function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

export function medianLines(texts: Texts): number {
  const counts = [...texts.values()].map(lineCount).sort((a, b) => a - b);
  return counts[Math.floor(counts.length / 2)] ?? 0;
}

export function longFiles(texts: Texts): string[] {
  return [...texts]
    .filter(([, text]) => lineCount(text) > limits.linesOfFile)
    .map(([file, text]) => `${file} has ${lineCount(text)} lines; the limit is ${limits.linesOfFile}`);
}

export function largeFolders(files: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > limits.filesInFolder)
    .map(([folder, count]) => `${folder} holds ${count} files; the limit is ${limits.filesInFolder}`);
}

/** One line for each banned word, with the place and what to write instead. */
export function bannedWordsIn(texts: Texts): string[] {
  const findings: string[] = [];
  for (const [file, text] of texts) {
    for (const [index, line] of text.split('\n').entries()) {
      for (const [word, instead] of bannedWords) {
        const found = word.exec(line)?.[0];
        if (found !== undefined) findings.push(`${file}:${index + 1}: “${found}”; write: ${instead}`);
      }
    }
  }
  return findings;
}

/** Places that write to the terminal without escaping what they write. */
export function rawOutput(sources: Sources): string[] {
  return [...sources]
    .filter(([file, text]) => file !== 'base/terminal.ts' && /\bprocess\.std(?:out|err)\.write\b/.test(text))
    .map(([file]) => `src/${file} writes to the terminal itself; use print or printError of base/terminal.ts`);
}

/** What the editor reads more than text in, or what can change a branch without the guard, and the only files that may use it. */
const doors: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\bshow(?:Error|Information|Warning)Message\b|\bsetStatusBarMessage\b|\bwindow\.withProgress\b/,
    ['ui/shell/notifications.ts'],
  ],
  [/\bshowQuickPick\b|\bcreateQuickPick\b|\bshowInputBox\b|\bcreateInputBox\b/, ['ui/shell/quickInput.ts']],
  [/\bnew (?:vscode\.)?MarkdownString\b|\bisTrusted = /, ['ui/shell/markdown.ts']],
  [/\bcreateStatusBarItem\b/, ['ui/status/statusBar.ts']],
  [/\bappendOutput\b/, ['ui/tests/runTestItems.ts']],
  [/\bcreateTerminal\b/, []],
  // A new client can change everything; the sessions give narrower ones to all others.
  [/\bnew Client\(/, ['cli/platformCommand.ts', 'cli/sync.ts', 'platform/dataApi.ts', 'session/openPlatform.ts']],
  [/\bas (?:unknown as )?Client\b/, []],
  [/\bas PlatformCaller(?!<)/, ['cli/syncRun.ts', 'session/deploymentSession.ts']],
  [/\bengineClient\(/, ['session/deploymentSession.ts', 'session/folderSession.ts']],
  [/\bnew WritableBranch\(/, ['sync/syncEngine.ts']],
  // A request of the user's own, after a confirmation.
  [/\.exchange\(/, ['ui/api/apiRequests.ts']],
  // A push never removes files that it does not name.
  [/\bautoRemoveFiles(?!: false)/, ['contract/dataModel/dataModel.ts', 'emulator/handlers/dataModel/uploads.ts']],
];

/** Places that show texts in the editor without the functions that escape them. */
export function otherDoors(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) =>
    doors.flatMap(([pattern, allowed]) => {
      const found = allowed.includes(file) ? undefined : pattern.exec(text)?.[0];
      return found === undefined
        ? []
        : [`src/${file} uses ${found}; ${allowed.length > 0 ? `use ${allowed.join()}` : 'no file may'}`];
    }),
  );
}

/** Each cycle between folders once, as `a → b → a (a/x.ts imports b/y.ts; …)`. A folder and its parent are two folders. */
export function folderCycles(sources: Sources): string[] {
  const edges = new Map<string, Map<string, string>>();
  for (const [file, source] of sources) {
    const from = path.posix.dirname(file);
    for (const specifier of importsOf(source)) {
      if (!specifier.startsWith('.')) continue;
      const target = path.posix.join(from, specifier);
      const to = path.posix.dirname(target);
      if (to === from) continue;
      const targets = edges.get(from) ?? new Map<string, string>();
      if (!targets.has(to)) targets.set(to, `${file} imports ${target}`);
      edges.set(from, targets);
    }
  }
  const cycles: string[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (folder: string) => {
    const start = trail.indexOf(folder);
    if (start >= 0) {
      const cycle = [...trail.slice(start), folder];
      const reasons = cycle.slice(1).map((to, index) => edges.get(cycle[index]!)?.get(to));
      cycles.push(`${cycle.join(' → ')} (${reasons.join('; ')})`);
    }
    if (start >= 0 || done.has(folder)) return;
    trail.push(folder);
    for (const to of edges.get(folder)?.keys() ?? []) visit(to);
    trail.pop();
    done.add(folder);
  };
  for (const folder of edges.keys()) visit(folder);
  return cycles;
}
