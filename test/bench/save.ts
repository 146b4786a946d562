/**
 * Measures the time from a save to its diagnostics with the real session, sync and HTTP client against an emulator process.
 * Compares it with the compiler's time for the same sources, which is the lower bound.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { silentLog } from '../../src/base/log.ts';
import { Compiler } from '../../src/compiler/compiler.ts';
import { readProject } from '../../src/model/project/readProject.ts';
import type { FolderSession } from '../../src/session/folderSession.ts';
import { openPlatform } from '../../src/session/openPlatform.ts';
import { repository } from '../vscode/locations.ts';
import { type BenchmarkOptions, type BenchmarkResult, median, summarize } from './benchmark.ts';
import { openSavingSession } from './savingSession.ts';

const modelFolder = 'model';

export async function benchmark({ rounds = 15 }: BenchmarkOptions): Promise<BenchmarkResult> {
  const compiler = new Compiler({ bundlePath: path.join(repository, 'dist/compiler.cjs') });
  const { session, folder, close } = await openSavingSession({
    openPlatform: (endpoint, self) => openPlatform(endpoint, self, silentLog),
  });
  try {
    await session.reloadModel();
    const subject = findSubject(folder);
    const whole: number[] = [];
    const local: number[] = [];
    const pushing: number[] = [];
    const validating: number[] = [];
    const compiling: number[] = [];
    for (let round = -2; round < rounds * 2; round += 1) {
      const broken = round % 2 === 0;
      // A new text each time, so that no cache answers.
      const text = `${broken ? subject.broken : subject.valid}\n# ${round}\n`;
      await writeFile(path.join(folder, subject.file), text);
      const times = await measure(session, subject.file);
      const own = await compile(compiler, folder);
      if (round < 0) continue;
      whole.push(times.whole);
      local.push(times.local);
      pushing.push(times.pushed);
      validating.push(times.whole - times.pushed);
      compiling.push(own);
      const found = session.model.problems.value.get(subject.file)?.length ?? 0;
      if (broken !== found > 0)
        throw new Error(`Round ${round}: expected ${broken ? 'a problem' : 'none'}, found ${found}`);
    }
    const ratio = median(whole.map((time, index) => time / (compiling[index] ?? Number.NaN)));
    return {
      rows: [
        summarize('save → local problems', local),
        summarize('save → pushed', pushing),
        summarize('pushed → diagnostics', validating),
        summarize('save → diagnostics', whole),
        summarize('the compiler alone, same sources', compiling),
        summarize(
          'save → diagnostics, as a multiple of the compiler',
          whole.map((t, i) => t / (compiling[i] ?? 1)),
          '×',
        ),
      ],
      remarks: [
        `${rounds * 2} saves, half of which break a measure and half fix it. Warm processes, no injected latency.`,
      ],
      summary: {
        saveToDiagnosticsMs: median(whole),
        compileMs: median(compiling),
        ratio,
        overheadMs: median(whole) - median(compiling),
      },
    };
  } finally {
    await close();
    compiler.dispose();
  }
}

/** Finds a YAML cube of the sample and a change that breaks one of its measures. */
function findSubject(root: string): { file: string; valid: string; broken: string } {
  const cubes = path.join(root, modelFolder, 'cubes');
  for (const name of readdirSync(cubes).sort()) {
    const valid = readFileSync(path.join(cubes, name), 'utf8');
    const broken = valid.replace(/(\n {4}measures:[\s\S]*?sql: ["']?\{?CUBE\}?\.?)(\w+)/, '$1$2_missing');
    const reference = valid.replace(/(\n {2,6}measures:\n(?:.*\n)*?.*\btype: )count\b/, '$1cuont');
    const changed = reference === valid ? broken : reference;
    if (/\.ya?ml$/.test(name) && changed !== valid)
      return { file: `${modelFolder}/cubes/${name}`, valid, broken: changed };
  }
  throw new Error('The sample model has no measure to break');
}

async function measure(
  session: FolderSession,
  file: string,
): Promise<{ whole: number; local: number; pushed: number }> {
  const engine = session.sync.value;
  if (!engine) throw new Error('The folder follows no branch');
  const start = performance.now();
  let local = Number.NaN;
  let pushed = Number.NaN;
  const subscriptions = [
    session.model.problems.onChange(() => {
      if (Number.isNaN(local)) local = performance.now() - start;
    }),
    engine.onDidPush(() => {
      pushed = performance.now() - start;
    }),
  ];
  try {
    await session.saved(file);
    const { failed } = session.changes.value;
    if (failed) throw failed.failure;
    return { whole: performance.now() - start, local, pushed };
  } finally {
    for (const subscription of subscriptions) subscription.dispose();
  }
}

async function compile(compiler: Compiler, root: string): Promise<number> {
  const files: { fileName: string; content: string }[] = [];
  for await (const { path: file, text } of readProject({ projectFolder: root, modelFolder }, 'model')) {
    if (file.startsWith(`${modelFolder}/`)) files.push({ fileName: file.slice(modelFolder.length + 1), content: text });
  }
  return (await compiler.compile({ files })).ms;
}
