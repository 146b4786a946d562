/** Pushes one step of a plan in one write: a direct write for a few small texts, deletions or renames, otherwise an upload. */

import type { LocalFolder } from '../local/localFolder.ts';
import { HaltError } from '../plan/halt.ts';
import type { PushEntry, Skipped } from '../plan/planTypes.ts';
import { syncReasons } from '../plan/syncReasons.ts';
import type { Write } from '../remote/guard.ts';
import type { PushResult, PushTools } from './pushTypes.ts';
import { directWrite, expectedOf, needsUpload, type ReadFile, routeOf } from './route.ts';
import { type StagedUpload, sendRecorded } from './sendRecorded.ts';

/** Pushes the entries of one step as planned. @throws what the port throws when nothing was sent or the result is unknown */
export async function pushFiles(
  entries: readonly PushEntry[],
  tools: PushTools,
  signal?: AbortSignal,
): Promise<PushResult> {
  // Opened in parallel with reading. The platform drops an upload that is not finished.
  const opening = needsUpload(entries) ? tools.guard.open(signal) : undefined;
  opening?.catch(() => {});
  const { files, ready, deferred } = await readForPush(entries, tools.folder);
  if (ready.length === 0) return { done: [], deferred, verified: true };
  const route = routeOf(ready, files);
  const send = async (writeOf: (left: readonly PushEntry[]) => Write, staged?: StagedUpload) => {
    const prepare = async (_: unknown, left: readonly PushEntry[]) => {
      return { write: writeOf(left), expected: expectedOf(left) };
    };
    return withDeferred(await sendRecorded(ready, files, tools, prepare, signal, staged), deferred);
  };
  try {
    if (route !== 'upload') return await send((left) => directWrite(route, left, files));
    const bytes = new Map(Array.from(files, ([path, file]) => [path, file.bytes]));
    // In parallel with the uploads.
    const durable = tools.folder.makeDurable(files.keys());
    durable.catch(() => {});
    const { ticket, lastHash } = await (opening ?? tools.guard.open(signal));
    await tools.guard.stage(ticket, bytes, signal);
    const hashes = (left: readonly PushEntry[]) => new Map(left.map(({ path }) => [path, files.get(path)!.hash]));
    return await send((left) => ({ kind: 'finish', ticket, files: hashes(left) }), { durable, lastHash });
  } catch (failure) {
    if (failure instanceof HaltError && failure.halt.kind === 'remote-moved') {
      return { done: [], deferred, verified: true, retry: { failure } };
    }
    throw failure;
  }
}

/** Reads the files of the entries; a file that is not the plan's version is deferred. */
async function readForPush(entries: readonly PushEntry[], folder: LocalFolder) {
  const files = new Map<string, ReadFile>();
  const ready: PushEntry[] = [];
  const deferred: Skipped[] = [];
  await Promise.all(
    entries.map(async (entry) => {
      const { path, from, local, change } = entry;
      if (change === 'delete') {
        if (await folder.isAbsent(path)) ready.push(entry);
        else deferred.push({ path, reason: syncReasons.message('exists-again') });
        return;
      }
      const file = await folder.read(path, { settle: true });
      if (!file || file.hash !== local) deferred.push({ path, reason: syncReasons.message('being-changed') });
      else if (from !== undefined && !(await folder.isAbsent(from))) {
        deferred.push({ path, reason: syncReasons.message('old-exists-again', [from]) });
      } else {
        files.set(path, file);
        ready.push(entry);
      }
    }),
  );
  // Reads end in any order; keep the order of the plan.
  const order = new Map(entries.map((entry, index) => [entry, index]));
  ready.sort((a, b) => order.get(a)! - order.get(b)!);
  return { files, ready, deferred };
}

function withDeferred(result: PushResult, deferred: readonly Skipped[]): PushResult {
  return { ...result, deferred: [...deferred, ...result.deferred] };
}
