/**
 * From a save to the diagnostics it leads to, through the real session, sync and HTTP client, against the emulator in its own
 * process; beside it the compiler's own time for the very same sources, which no editor can undercut.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { silentLog } from '../../src/base/log.ts';
import { Compiler } from '../../src/compiler/compiler.ts';
import type { FolderSession } from '../../src/session/folderSession.ts';
import { readModelFiles } from '../../src/session/modelFiles.ts';
import { openPlatform } from '../../src/session/openPlatform.ts';
import { repository } from '../vscode/locations.ts';
import { type BenchmarkOptions, type BenchmarkResult, median, summarise } from './benchmark.ts';
import { openSavingSession } from './savingSession.ts';

const modelFolder = 'model';

export async function benchmark({ rounds = 15 }: BenchmarkOptions): Promise<BenchmarkResult> {
  const compiler = new Compiler({ bundlePath: path.join(repository, 'dist/compiler.cjs') });
  const { session, folder, close } = await openSavingSession({
    openPlatform: (endpoint, self) => openPlatform(endpoint, self, silentLog),
    readText: async (file) => readFileSync(file, 'utf8'),
  });
  try {
    await session.reloadModel();
    const subject = subjectOf(folder);
    const whole: number[] = [];
    const local: number[] = [];
    const pushing: number[] = [];
    const validating: number[] = [];
    const compiling: number[] = [];
    for (let round = -2; round < rounds * 2; round += 1) {
      const broken = round % 2 === 0;
      // Never the same text twice: nobody's memory of an earlier verdict may answer.
      const text = `${broken ? subject.broken : subject.sound}\n# ${round}\n`;
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
        summarise('save → local findings', local),
        summarise('save → pushed', pushing),
        summarise('pushed → verdict placed', validating),
        summarise('save → diagnostics', whole),
        summarise('the compiler alone, same sources', compiling),
        summarise(
          'save → diagnostics, as a multiple of the compiler',
          whole.map((t, i) => t / (compiling[i] ?? 1)),
          '×',
        ),
      ],
      remarks: [
        `${rounds * 2} saves, half of which break a measure and half mend it; warm processes, no latency injected.`,
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

/** A YAML cube of the sample with a measure whose reference can be broken and mended. */
function subjectOf(root: string): { file: string; sound: string; broken: string } {
  const cubes = path.join(root, modelFolder, 'cubes');
  for (const name of readdirSync(cubes).sort()) {
    const sound = readFileSync(path.join(cubes, name), 'utf8');
    const broken = sound.replace(/(\n {4}measures:[\s\S]*?sql: ["']?\{?CUBE\}?\.?)(\w+)/, '$1$2_missing');
    const reference = sound.replace(/(\n {2,6}measures:\n(?:.*\n)*?.*\btype: )count\b/, '$1cuont');
    const changed = reference === sound ? broken : reference;
    if (/\.ya?ml$/.test(name) && changed !== sound)
      return { file: `${modelFolder}/cubes/${name}`, sound, broken: changed };
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
    if (session.failure.value) throw session.failure.value;
    return { whole: performance.now() - start, local, pushed };
  } finally {
    for (const subscription of subscriptions) subscription.dispose();
  }
}

async function compile(compiler: Compiler, root: string): Promise<number> {
  const files: { fileName: string; content: string }[] = [];
  for await (const { path: file, text } of readModelFiles(root, modelFolder)) {
    if (file.startsWith(`${modelFolder}/`)) files.push({ fileName: file.slice(modelFolder.length + 1), content: text });
  }
  return (await compiler.compile({ files })).ms;
}
