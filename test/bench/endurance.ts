/**
 * `npm run bench -- endurance [SHARE]`: a day's work of eight hours in compressed time, or a share of it, and the memory of the programs after
 * each hour. The session, sync and client of the extension run in this process, without VS Code; emulator and language server
 * in theirs. The emulator's clock advances by an hour each time. `endurance editor [MINUTES]`: as much of it as VS Code does in
 * this time, 9 minutes at most, with the memory of its extension host and its window.
 */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DataApi } from '../../src/platform/dataApi.ts';
import { Client as LanguageClient, pulling } from '../cli/languageServer/client.ts';
import { clientOf, Workbench } from '../session/workbench.ts';
import { startPlatform } from '../vscode/platform.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import type { BenchmarkOptions, BenchmarkResult } from './benchmark.ts';
import { measureEditor } from './endurance/editorMemory.ts';
import { type Sample, takeSample } from './endurance/samples.ts';

const day = { saves: 10_000, switches: 500, queries: 2_000, reloads: 80, outages: 80 };
const hours = 8;
const allowedGrowth = 0.05;
const cube = 'model/cubes/orders.yml';
const branches = ['main', 'feature/endurance'];

/** Whether a kind of work is due at a save: `count` times a day, evenly. */
function isDue(save: number, count: number): boolean {
  return Math.floor(((save + 1) * count) / day.saves) > Math.floor((save * count) / day.saves);
}

export async function benchmark({ parts }: BenchmarkOptions): Promise<BenchmarkResult> {
  if (parts[0] === 'editor') {
    const { samples, done } = await measureEditor(Number(parts[1] ?? 9));
    return resultOf(samples, { ...done }, 'part');
  }
  const share = Number(parts[0] ?? 1);
  if (!(share > 0 && share <= 1)) throw new Error(`“${parts[0]}” is not a share between 0 and 1`);
  const samplesFolder = temporaryFolder('endurance');
  process.env.ENDURANCE_SAMPLES = samplesFolder.path;
  process.env.NODE_OPTIONS = `--require ${path.join(import.meta.dirname, 'endurance/sampler.cjs')}`;
  const platform = await startPlatform(['--build-time', '50']);
  const workbench = new Workbench(platform, platform.deploymentId);
  const client = clientOf(platform);
  const control = async (route: string, body: object) => {
    const headers = { authorization: `Bearer ${platform.adminApiKey}`, 'content-type': 'application/json' };
    const answer = await fetch(`${platform.url}/_emulator/${route}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
  };
  const done = { saves: 0, switches: 0, queries: 0, reloads: 0, outages: 0, failedSaves: 0, failedQueries: 0 };
  const samples: Sample[] = [];
  let server: LanguageClient | undefined;
  try {
    const deployment = workbench.platform.deployment(platform.deploymentId);
    await deployment.createBranch(branches[1]!, 'main');
    await workbench.open(branches[0]!);
    const sound = workbench.read(cube)!;
    server = await LanguageClient.start([workbench.folder], { capabilities: pulling });
    const uri = `file://${path.join(workbench.folder, cube)}`;
    await server.open(uri, sound);

    let text = sound;
    const save = async (at: number) => {
      // Some break a measure, and the next one corrects it.
      const changed = at % 5 !== 2 ? sound : sound.replace('{completed_count}', '{completed_cuont}');
      text = `${changed}\n# ${at}\n`;
      const document = { uri, version: at + 2 };
      await server!.notify('textDocument/didChange', { textDocument: document, contentChanges: [{ text }] });
      writeFileSync(path.join(workbench.folder, cube), text);
      await server!.notify('textDocument/didSave', { textDocument: { uri } });
      await server!.request('textDocument/diagnostic', { textDocument: { uri } });
      await server!.request('textDocument/completion', {
        textDocument: { uri },
        position: { line: 18, character: 10 },
      });
      await workbench.session.saved(cube);
      done.saves += 1;
      if (workbench.session.changes.value.failed) done.failedSaves += 1;
    };
    const queryBranch = async () => {
      const data = new DataApi({
        client,
        deploymentId: String(platform.deploymentId),
        branchName: workbench.session.branchName!,
      });
      await data.load({ measures: ['orders.count'], dimensions: ['orders.status'] }).catch(() => {
        done.failedQueries += 1;
      });
      done.queries += 1;
    };
    for (let at = 0; at < Math.round(day.saves * share); at += 1) {
      if (isDue(at, day.outages)) {
        await control('faults', [
          { kind: done.outages % 2 ? 'status' : 'reset-before', times: 30, ...(done.outages % 2 && { status: 503 }) },
        ]);
        await save(at);
        await control('faults', []);
        done.outages += 1;
      } else await save(at);
      if (isDue(at, day.queries)) await queryBranch();
      if (isDue(at, day.switches)) {
        done.switches += 1;
        await workbench.open(branches[done.switches % 2]!);
      }
      if (isDue(at, day.reloads)) {
        const followed = workbench.session.branchName!;
        await workbench.session.unfollow();
        await workbench.session.openDevMode(branches[done.switches % 2]!);
        await workbench.session.reloadModel();
        if (workbench.session.branchName !== followed) throw new Error('A reload follows another branch');
        done.reloads += 1;
      }
      if (isDue(at, hours / share)) {
        await control('clock', { advanceMs: 3_600_000 });
        samples.push(await takeSample(samplesFolder.path));
        const state = [...samples.at(-1)!].map(([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(1)}`).join(', ');
        process.stderr.write(`hour ${samples.length}: ${done.saves} saves; MB: ${state}\n`);
      }
    }
  } finally {
    server?.kill();
    workbench.close();
    await platform.stop();
    samplesFolder.remove();
  }
  return resultOf(samples, done);
}

function resultOf(samples: readonly Sample[], done: Record<string, number>, unit = 'hour'): BenchmarkResult {
  const [first, last] = [samples[0]!, samples.at(-1)!];
  const names = [...last.keys()].filter((name) => first.has(name));
  const growth = (name: string) => last.get(name)! / first.get(name)! - 1;
  const megabytes = (sample: Sample, name: string) => {
    const bytes = sample.get(name);
    return bytes === undefined ? '–' : (bytes / 1e6).toFixed(1);
  };
  const heading = ['MB', ...samples.map((_, at) => `${unit} ${at + 1}`), `growth after ${unit} 1`];
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  const table = names.map((name) => [name, ...samples.map((sample) => megabytes(sample, name)), percent(growth(name))]);
  const judged = names.filter((name) => !name.endsWith('(resident)'));
  const grown = judged.filter((name) => growth(name) > allowedGrowth);
  const work = Object.entries(done).map(([what, count]) => `${count} ${what}`);
  return {
    rows: [],
    table: [heading, ...table],
    remarks: [
      work.join(', '),
      'Heap and buffers after a collection of garbage. “Resident” is the memory of the process as the system counts it, with garbage.',
      grown.length === 0
        ? `Growth after the first ${unit}: at most 5 %.`
        : `BROKEN: more than 5 % growth: ${grown.join(', ')}.`,
    ],
    summary: { ...done, ...Object.fromEntries(judged.map((name) => [`growth: ${name}`, growth(name)])) },
  };
}
