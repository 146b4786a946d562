/**
 * Preloaded (`node --require`) into every long-running child. When the parent process ends, it ends the whole process group
 * and removes its folder. CommonJS, so that any Node loads it first.
 */

const { rmSync } = require('node:fs');

const parent = process.ppid;
const folder = process.env.DATA_MODEL_GUARDED_FOLDER;
// Only the first process of the group cleans up, so its children must not inherit this.
delete process.env.DATA_MODEL_GUARDED_FOLDER;

setInterval(() => {
  if (process.ppid === parent) return;
  if (folder !== undefined) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Other processes of the group may still write to it. The system clears its temporary folder later.
    }
  }
  process.kill(0, 'SIGKILL');
}, 500).unref();
