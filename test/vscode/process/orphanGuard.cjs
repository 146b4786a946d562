/**
 * Preloaded (`node --require`) into every long-running child: when the process that started it is gone, however it went,
 * the whole process group ends and its folder is removed. CommonJS so that any Node loads it before anything else.
 */

const { rmSync } = require('node:fs');

const parent = process.ppid;
const folder = process.env.DATA_MODEL_GUARDED_FOLDER;
// Only the head of the group cleans up; its own children must not inherit the duty.
delete process.env.DATA_MODEL_GUARDED_FOLDER;

setInterval(() => {
  if (process.ppid === parent) return;
  if (folder !== undefined) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Others of the group still write to it; the system clears its temporary folder in the end.
    }
  }
  process.kill(0, 'SIGKILL');
}, 500).unref();
