/** Faults that a synchronisation may have; the simulator must notice every one of them. */

import type { Mutant } from './build.ts';

export const mutants: readonly Mutant[] = [
  {
    name: 'no base: everything looks new',
    file: 'look.ts',
    find: 'const base = settleIntents(known, store.intents, scan.tree, remote);',
    replace: 'const base = new Map(); void known;',
  },
  {
    name: 'no guard: the branch is not compared with the plan before a write',
    file: 'guard.ts',
    find: 'demandUnmoved(decided.expected, listed);',
    replace: '',
  },
  {
    name: 'no re-list: an old listing passes for a fresh one',
    file: 'guard.ts',
    find: '      port.listHashes(signal),\n      witness',
    replace: '      ((this as any).seen ??= port.listHashes(signal)),\n      witness',
  },
  {
    name: 'the session is not asked for',
    file: 'guard.ts',
    find: '    demandOpen(port.branchName, probe);\n    const decided',
    replace: '    const decided',
  },
  {
    name: 'a lost answer leads to the same request again',
    file: 'guard.ts',
    find: '      throw new WriteFailure(decided, failure);',
    replace: '      await this.#send(decided.write, signal);',
  },
  {
    name: 'no second listing where a file is thought to be absent',
    file: 'guard.ts',
    find: 'if (hidden.length > 0) throw partialListing(hidden);',
    replace: '',
  },
  {
    name: 'a lost answer counts as success',
    file: 'pushFiles.ts',
    find: 'if ([...targets].every(([path, hash]) => state.get(path) === hash)) {',
    replace:
      'for (const [path, hash] of targets) { if (hash) (state as Map<string, string>).set(path, hash); else (state as Map<string, string>).delete(path); } if (state) {',
  },
  {
    name: 'the base advances without a look at the branch',
    file: 'pushFiles.ts',
    find: 'const arrived = [...targets].filter(([path, hash]) => listed.get(path) === hash);',
    replace: 'const arrived = [...targets];',
  },
  {
    name: 'the base is saved before the push',
    file: 'pushFiles.ts',
    find: 'Promise.all([base.record({ intents }, clock.now()),',
    replace: 'Promise.all([base.record({ intents, agreed: targets }, clock.now()),',
  },
  {
    name: 'the base is saved before the files of a pull',
    file: 'pullFiles.ts',
    find: '  await base.record({ intents }, clock.now());',
    replace:
      '  await base.record({ intents, agreed: batch.map(({ path, remote }) => [path, remote] as const) }, clock.now());',
  },
  {
    name: 'a delete beats a change on the branch',
    file: 'plan.ts',
    find: '} else if (sides.local === sides.base || sides.local === undefined) {',
    replace:
      "} else if (sides.local === undefined) { moving.push({ kind: 'push', change: 'delete', ...sides }); } else if (sides.local === sides.base) {",
  },
  {
    name: 'a delete beats a change in the folder',
    file: 'plan.ts',
    find: '} else if (sides.remote === sides.base || (sides.remote === undefined && sides.local !== sides.base)) {',
    replace:
      "} else if (sides.remote === undefined) { moving.push({ kind: 'pull', change: 'delete', ...sides }); } else if (sides.remote === sides.base) {",
  },
  {
    name: 'the folder wins every conflict',
    file: 'plan.ts',
    find: "conflicts.push({ kind: 'conflict',",
    replace:
      "if (Math.PI > 3) moving.push({ kind: 'push', change: 'edit', ...sides }); else conflicts.push({ kind: 'conflict',",
  },
  {
    name: 'the branch wins every conflict',
    file: 'plan.ts',
    find: "conflicts.push({ kind: 'conflict',",
    replace:
      "if (Math.PI > 3) moving.push({ kind: 'pull', change: 'edit', ...sides }); else conflicts.push({ kind: 'conflict',",
  },
  {
    name: 'the manifest names only what is sent',
    file: 'route.ts',
    find: 'const manifest = new Map(listed);',
    replace: 'const manifest = new Map<string, string>(); void listed;',
  },
  {
    name: 'what came true of an interrupted write is not looked at',
    file: 'intents.ts',
    find: 'if (intents.length === 0) return base;',
    replace: 'if (intents.length >= 0) return base;',
  },
  {
    name: 'a file is replaced without a look at what it is now',
    file: 'localFolder.ts',
    find: "if ((current && hashOf(current.bytes)) !== expected) return 'changed';",
    replace: '',
  },
  {
    name: 'a file set aside is not compared again',
    file: 'localFolder.ts',
    find: 'if (moved && Buffer.compare(moved.bytes, seen) === 0) return true;',
    replace: 'if (moved) return true;',
  },
  {
    name: 'a new file replaces what was made meanwhile',
    file: 'localFolder.ts',
    find: 'const placed = bytes ? await disk.link(fresh, target) : true;',
    replace: 'if (bytes) { await disk.remove(target); await disk.link(fresh, target); } const placed = true;',
  },
  {
    name: 'a pulled file is not synced to the disk',
    file: 'localFolder.ts',
    find: 'if (bytes) await disk.create(fresh, bytes, { sync: true,',
    replace: 'if (bytes) await disk.create(fresh, bytes, { sync: false,',
  },
  {
    name: 'no trash',
    file: 'localFolder.ts',
    find: "await trash.put(seen, { path, reason, side: 'local' });",
    replace: 'void trash;',
  },
  {
    name: 'the trash is not synced to the disk',
    file: 'contentStore.ts',
    find: 'await this.#write(this.#pathOf(hash), bytes, true);',
    replace: 'await this.#write(this.#pathOf(hash), bytes, false);',
  },
  {
    name: 'an interrupted write is never put right',
    file: 'localFolder.ts',
    find: 'const match = leftover.exec(posix.basename(path));',
    replace: 'const match = undefined as RegExpExecArray | undefined; void path;',
  },
  {
    name: 'the log of the base is not read',
    file: 'baseStore.ts',
    find: 'for (const entry of lines.values) this.#apply(entry);',
    replace: '',
  },
  {
    name: 'a window never reads what another one remembered',
    file: 'baseStore.ts',
    find: 'if (mark !== undefined && mark === this.#mark && filter === this.#filter) return;',
    replace: 'if (this.#mark !== undefined && filter === this.#filter) return;',
  },
  {
    name: 'the base knows more than the disk',
    file: 'localFolder.ts',
    find: 'return limit.run(() => disk.syncFile(this.#absolute(path)));',
    replace: 'return undefined;',
  },
  {
    name: 'the first line of a new log is not named on the disk',
    file: 'baseStore.ts',
    find: 'if (this.#logBytes === 0) await this.#disk.syncFolder(this.#folder);',
    replace: '',
  },
  {
    name: 'a damaged base passes for a sound one',
    file: 'baseStore.ts',
    find: 'if (hashOf(body) !== checksum) return undefined;',
    replace: 'void checksum;',
  },
  {
    name: 'bytes that are only cached pass for bytes in the trash',
    file: 'contentStore.ts',
    find: 'if (this.#kept.has(hash)) return hash;',
    replace: 'if (await this.#disk.stat(this.#pathOf(hash))) return hash;',
  },
  {
    name: 'no lock',
    file: 'lock.ts',
    find: 'if (taken) return this.#held(holder);',
    replace: 'return { isHeld: async () => true, release: async () => {} };',
  },
  {
    name: 'every lock counts as stale',
    file: 'lock.ts',
    find: 'if (clock.now() - seen < staleMs) return false;',
    replace: 'void seen;',
  },
  {
    name: 'keeping both keeps one',
    file: 'syncEngine.ts',
    find: "await folder.write(kept, file.bytes, undefined, '');",
    replace: 'void kept;',
  },
  {
    name: 'taking the local version does not look at the branch again',
    file: 'syncEngine.ts',
    find: "const entry: PushEntry = { kind: 'push', change: 'edit', path, base, local, remote };",
    replace:
      "const entry: PushEntry = { kind: 'push', change: 'edit', path, base, local, remote: (await this.#port.listHashes()).get(path) }; void remote;",
  },
];
