/** The memory of this process and of all programs below it, after a collection of garbage where the program allows it. */

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Bytes by the name of a program. */
export type Sample = Map<string, number>;

const programs = ['emulator', 'languageServer', 'compiler', 'database'];

interface Running {
  pid: number;
  parent: number;
  command: string;
}

function runningProcesses(): Running[] {
  return readdirSync('/proc').flatMap((name): Running[] => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))!;
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ pid: Number(name), parent: Number(parent), command }];
    } catch {
      // It ended since.
      return [];
    }
  });
}

function below(root: number): Running[] {
  const all = runningProcesses();
  const found: Running[] = [];
  const visit = (pid: number) => {
    for (const one of all.filter(({ parent }) => parent === pid)) {
      found.push(one);
      visit(one.pid);
    }
  };
  visit(root);
  return found;
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}

/** Heap and buffers after a collection, from a program with the sampler. */
async function collectedBytes(pid: number, folder: string): Promise<number> {
  const file = path.join(folder, `${pid}.sample`);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let waited = 0; !existsSync(file); waited += 100) {
    if (waited > 60_000) throw new Error(`Process ${pid} did not write its memory`);
    await pause(100);
  }
  return inUse(JSON.parse(readFileSync(file, 'utf8')) as NodeJS.MemoryUsage);
}

function inUse({ heapUsed, external }: NodeJS.MemoryUsage): number {
  return heapUsed + external;
}

/** @param folder where programs with the sampler write */
export async function takeSample(folder: string): Promise<Sample> {
  const sample: Sample = new Map();
  for (let at = 0; at < 3; at += 1) {
    globalThis.gc?.();
    await pause(100);
  }
  sample.set('extension host', inUse(process.memoryUsage()));
  sample.set('extension host (resident)', process.memoryUsage.rss());
  for (const { pid, command } of below(process.pid)) {
    const name = programs.find((one) => command.includes(`${one}.`) || command.includes(` ${one} `));
    if (name === undefined || /^\/bin\/sh|^sh /.test(command)) continue;
    if (existsSync(path.join(folder, `${pid}.program`))) sample.set(name, await collectedBytes(pid, folder));
    sample.set(`${name} (resident)`, (sample.get(`${name} (resident)`) ?? 0) + residentBytes(pid));
  }
  return sample;
}
