/** Pushes planned local changes to the branch in one write: a direct write for a few small texts, otherwise an upload. */

import type { LocalFolder } from '../local/localFolder.ts';
import { HaltError } from '../plan/halt.ts';
import type { PushEntry } from '../plan/planTypes.ts';
import type { Tree } from '../plan/tree.ts';
import type { GuardedWrite } from '../remote/guard.ts';
import type { Deferred, PushResult, PushTools } from './pushTypes.ts';
import { directWrite, expectedOf, manifestOf, needsUpload, type ReadFile, routeOf, targetsOf } from './route.ts';
import { sendRecorded } from './sendRecorded.ts';

/** Pushes `entries` as planned. @throws what the port throws when nothing was sent or the result is unknown */
export async function pushFiles(
  entries: readonly PushEntry[],
  tools: PushTools,
  signal?: AbortSignal,
): Promise<PushResult> {
  // Opened in parallel with reading. The platform forgets an upload that is not finished.
  const opening = needsUpload(entries) ? tools.guard.open(signal) : undefined;
  opening?.catch(() => {});
  const { files, ready, deferred } = await readForPush(entries, tools.folder);
  if (ready.length === 0) return { done: [], deferred, verified: true };
  const route = routeOf(ready, files);
  try {
    if (route !== 'upload') {
      const prepare = async (_: Tree, left: readonly PushEntry[]): Promise<GuardedWrite> => ({
        write: directWrite(route, left, files),
        expected: expectedOf(left),
      });
      return withDeferred(await sendRecorded(ready, files, tools, prepare, signal), deferred);
    }
    const bytes = new Map(Array.from(files, ([path, file]) => [path, file.bytes]));
    // In parallel with the uploads.
    const durable = tools.folder.makeDurable(targetsOf(ready, files).keys());
    durable.catch(() => {});
    const { ticket, lastHash } = await (opening ?? tools.guard.open(signal));
    await tools.guard.stage(ticket, bytes, signal);
    const prepare = async (listed: Tree, left: readonly PushEntry[]): Promise<GuardedWrite> => {
      const targets = targetsOf(left, files);
      const prune = [...targets.values()].includes(undefined);
      return {
        write: { kind: 'finish', ticket, manifest: manifestOf(listed, targets), prune },
        expected: expectedOf(left),
      };
    };
    return withDeferred(await sendRecorded(ready, files, tools, prepare, signal, { durable, lastHash }), deferred);
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
  const deferred: Deferred[] = [];
  await Promise.all(
    entries.map(async (entry) => {
      const { path, from, local, change } = entry;
      if (change === 'delete') {
        if (await folder.isAbsent(path)) ready.push(entry);
        else deferred.push({ path, reason: 'It exists again.' });
        return;
      }
      const file = await folder.read(path, { settle: true });
      if (!file || file.hash !== local) deferred.push({ path, reason: 'It is being changed right now.' });
      else if (from !== undefined && !(await folder.isAbsent(from))) {
        deferred.push({ path, reason: `${from} exists again.` });
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

function withDeferred(result: PushResult, deferred: readonly Deferred[]): PushResult {
  return { ...result, deferred: [...deferred, ...result.deferred] };
}
