/** Runs inside the extension host: saves, queries, maps and switches of branches until the time is over, and the memory after each eighth. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { DialogStub } from '../../editor/dialogStub.ts';
import { changeText, save } from '../../editor/editText.ts';
import { requestAs } from '../../editor/platform.ts';
import { deploymentId, rowOf } from '../../editor/sync/remote.ts';
import { waitFor } from '../../run/waitFor.ts';

export interface EditorDay {
  minutes: number;
  /** The folder for samples. */
  folder: string;
}

export interface HostSample {
  bytes: number;
  saves: number;
  queries: number;
  switches: number;
  pages: number;
}

const execute = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(command, ...args);
const samples = 8;
const branches = ['main', 'endurance'];

async function collectedBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let at = 0; at < 3; at += 1) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Called by VS Code. */
export async function run(): Promise<void> {
  const { minutes, folder } = JSON.parse(process.env.DATA_MODEL_BENCH_DAY!) as EditorDay;
  const dialogs = new DialogStub();
  dialogs.defaultAnswer = ({ choices }) => ['Pull', 'Sync'].find((choice) => choices.includes(choice));
  const branchesPath = `/build/api/v1/deployments/${deploymentId}/branches`;
  await requestAs('own', 'POST', branchesPath, { name: branches[1], from: branches[0] });
  await execute('dataModel.branch.openDevMode', rowOf(branches[0]));
  const root = vscode.workspace.workspaceFolders![0]!.uri.fsPath;
  const cube = vscode.Uri.file(path.join(root, 'model/cubes/orders.yml'));
  const query = vscode.Uri.file(path.join(root, 'queries/endurance.query.yml'));
  await vscode.workspace.fs.writeFile(query, Buffer.from('measures: [orders.count]\ndimensions: [orders.status]\n'));
  const sound = readFileSync(cube.fsPath, 'utf8');
  const problems = () => vscode.languages.getDiagnostics(cube).length;
  const done = { saves: 0, queries: 0, switches: 0, pages: 0 };

  const saveOnce = async () => {
    const isBroken = done.saves % 5 === 2;
    const text = isBroken ? sound.replace('{completed_count}', '{completed_cuont}') : sound;
    // VS Code asks no providers about a document that no editor shows.
    await vscode.window.showTextDocument(cube, { viewColumn: vscode.ViewColumn.One });
    await save(await changeText(cube, () => `${text}\n# ${done.saves}\n`));
    done.saves += 1;
    await waitFor('the problems are those of the text', () => isBroken === problems() > 0);
    const position = new vscode.Position(18, 10);
    await execute('vscode.executeHoverProvider', cube, position);
    await execute('vscode.executeCompletionItemProvider', cube, position);
    await execute('vscode.executeCodeLensProvider', cube, 10);
  };
  const start = Date.now();
  for (let sample = 1; sample <= samples; sample += 1) {
    const end = start + (sample * minutes * 60_000) / samples;
    while (Date.now() < end) {
      await saveOnce();
      if (done.saves % 5 === 0) {
        await vscode.window.showTextDocument(query, { viewColumn: vscode.ViewColumn.One });
        await execute('dataModel.query.run', query);
        done.queries += 1;
      }
      if (done.saves % 20 === 0) {
        done.switches += 1;
        await execute('dataModel.branch.openDevMode', rowOf(branches[done.switches % 2]));
      }
      if (done.saves % 25 === 0) {
        await vscode.window.showTextDocument(cube, { viewColumn: vscode.ViewColumn.One });
        await execute('dataModel.map.show');
        await execute('workbench.action.closeAllEditors');
        done.pages += 1;
      }
      dialogs.reset();
    }
    await execute('workbench.action.closeAllEditors');
    const taken: HostSample = { bytes: await collectedBytes(), ...done };
    const file = path.join(folder, `${sample}.json`);
    writeFileSync(file, JSON.stringify(taken));
    await waitFor('the window is measured', () => existsSync(`${file}.window`));
  }
  dialogs.restore();
}
