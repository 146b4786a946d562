// Runs the build steps whose inputs, options or outputs changed since they were run last.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const statOf = (file) => statSync(file, { throwIfNoEntry: false });

/** Changes with each write to the file and with each replacement of it: no program can set the change time. */
function inputState(file) {
  const stat = statOf(file);
  return stat ? `${stat.size} ${stat.ctimeMs}` : 'missing';
}

/** Stays the same when the file is renamed, so that it can be read before readers see the file. */
function outputState(file) {
  const stat = statOf(file);
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : 'missing';
}

/** The files whose settings apply to `inputs`, also those that do not exist: a new one changes the result. */
function settingsOf(inputs) {
  const found = new Set();
  for (const input of inputs) {
    for (let folder = dirname(input); !found.has(join(folder, 'package.json')); folder = dirname(folder)) {
      found.add(join(folder, 'package.json')).add(join(folder, 'tsconfig.json'));
    }
  }
  return found;
}

function readRecords(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

function isUpToDate({ key }, record) {
  const unchanged = (states, state) => Object.entries(states).every(([file, known]) => state(file) === known);
  return (
    record?.key === JSON.stringify(key) &&
    unchanged(record.outputs, outputState) &&
    unchanged(record.inputs, inputState)
  );
}

/** npm makes a linked program executable once; a later build replaces the file. */
function isProgram(contents) {
  return Buffer.from(contents.slice(0, 2)).toString() === '#!';
}

/** Moves complete files to their places: readers and other builds never see a half-written file. */
function writeOutputs(files, folder) {
  const outputs = {};
  for (const [file, contents] of files) {
    const complete = join(folder, 'output');
    writeFileSync(complete, contents, { mode: isProgram(contents) ? 0o777 : 0o666 });
    outputs[file] = outputState(complete);
    mkdirSync(dirname(file), { recursive: true });
    renameSync(complete, file);
  }
  return outputs;
}

function removeOthers(folder, outputs) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !Object.hasOwn(outputs, file)) rmSync(file, { force: true });
  }
}

/** @returns the names of the steps that were run. */
export async function buildChanged(steps, { dist, shared = [], all = false }) {
  const recordFile = join(dist, '.build.json');
  const known = readRecords(recordFile);
  const stale = all ? steps : steps.filter((step) => !isUpToDate(step, known[step.name]));
  if (stale.length === 0) return [];
  mkdirSync(dist, { recursive: true });
  const folder = mkdtempSync(join(dist, '.build-'));
  try {
    // By the clock of the file system: what changes from now on may or may not be in the result.
    const started = statSync(folder).ctimeMs;
    const run = async ({ name, key, owns, build }) => {
      const { inputs, files } = await build();
      const outputs = writeOutputs(files, folder);
      if (owns) removeOthers(owns, outputs);
      const states = [...inputs, ...shared, ...settingsOf(inputs)].map((file) => {
        const changedSince = (statOf(file)?.ctimeMs ?? 0) >= started;
        return [file, changedSince ? 'changed during the build' : inputState(file)];
      });
      return [name, { key: JSON.stringify(key), inputs: Object.fromEntries(states), outputs }];
    };
    const built = await Promise.all(stale.map(run));
    const records = JSON.stringify({ ...readRecords(recordFile), ...Object.fromEntries(built) });
    writeOutputs([[recordFile, records]], folder);
    return built.map(([name]) => name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
