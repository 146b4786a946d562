// Preloaded into the programs of the endurance run: on a signal, collects garbage and writes the memory that is left.
const { writeFileSync, renameSync } = require('node:fs');
const path = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const folder = process.env.ENDURANCE_SAMPLES;
if (folder) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const write = (name, content) => {
    const file = path.join(folder, `${process.pid}.${name}`);
    writeFileSync(`${file}.part`, content);
    renameSync(`${file}.part`, file);
  };
  process.on('SIGUSR2', () => {
    collect();
    // What finalizers release is collected next.
    setTimeout(() => {
      collect();
      write('sample', JSON.stringify(process.memoryUsage()));
    }, 200);
  });
  write('program', process.argv.slice(1, 3).join(' '));
}
