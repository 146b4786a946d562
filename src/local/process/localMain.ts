/** The process that answers queries on this machine, so that the editor loads neither planner nor database. It ends with the process that started it. */

import { bundlePath } from '../../base/bundlePath.ts';
import { Channel } from '../../base/channel.ts';
import { UserError } from '../../base/errors.ts';
import { Compiler } from '../../compiler/compiler.ts';
import { Database } from '../../database/database.ts';
import { processPort } from '../../database/processPort.ts';
import { ProjectModel } from '../../model/project/projectModel.ts';
import { LocalAnswers } from '../localAnswers.ts';
import { LocalModel } from '../localModel.ts';
import { compiledModels } from './compiledModels.ts';
import type { LocalProgress, LocalReplies, LocalRequests } from './localRequests.ts';
import { checkOnData, examineOnData, generateOnData, profileOnData } from './onData.ts';
import { searchOnDisk } from './searchOnDisk.ts';

/** Progress is sent at most this often. */
const progressMs = 100;

const compiler = new Compiler({ bundlePath: bundlePath('compiler.cjs') });
const scratch = new Database({ bundlePath: bundlePath('database.cjs'), source: { kind: 'duckdb' } });
let answers: LocalAnswers | undefined;

const requests: LocalRequests = {
  open: async (folder) => {
    const project = new ProjectModel(folder);
    await project.load();
    const model = new LocalModel(project.saved, compiler);
    answers = new LocalAnswers({ model, projectFolder: folder.projectFolder, scratch });
  },
  load: async (question, signal) => {
    if (!answers) throw new UserError('No project was opened.');
    return answers.load(question, signal);
  },
  check: (model, signal) => checkOnData(model, { compiler, onProgress, signal }),
  examine: (model, signal) => examineOnData(model, { compiler, onProgress, signal }),
  profile: (request, signal) => profileOnData(request, { compiler, onProgress, signal }),
  generate: (request, signal) => generateOnData(request, { compiler, onProgress, signal }),
  search: (model, signal) => searchOnDisk(model, scratch, { compiler, onProgress, signal }),
  ...compiledModels(compiler),
};
const channel = new Channel<LocalReplies>(processPort(process), requests);

/** The time of the last progress that was sent, in milliseconds. */
let sentAt = 0;

function onProgress(progress: LocalProgress): void {
  if (performance.now() - sentAt < progressMs && progress.done < progress.all) return;
  sentAt = performance.now();
  // It is not needed any more if the other side ended.
  channel.call('progress', progress).catch(() => {});
}

process.once('disconnect', () => {
  compiler.dispose();
  scratch.dispose();
  process.exit();
});
