/** Runs inside the extension host: activates both extensions in the given order and writes the measured times. */

import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';

export interface Activation {
  ms: number;
  cpuMs: number;
}

export interface ActivationReport {
  activations: Record<string, Activation>;
  notifications: number;
  activeBefore: string[];
}

/** Called by VS Code. */
export async function run(): Promise<void> {
  const ids = JSON.parse(process.env.DATA_MODEL_BENCH_IDS ?? '[]') as string[];
  let notifications = 0;
  for (const name of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const) {
    const original = vscode.window[name];
    const counting = (...parts: unknown[]) => {
      notifications += 1;
      return Reflect.apply(original, vscode.window, parts);
    };
    Object.defineProperty(vscode.window, name, { configurable: true, writable: true, value: counting });
  }
  const report: ActivationReport = { activations: {}, notifications: 0, activeBefore: [] };
  for (const id of ids) {
    const extension = vscode.extensions.getExtension(id);
    if (!extension) {
      const installed = vscode.extensions.all.map((each) => each.id).filter((each) => !each.startsWith('vscode.'));
      throw new Error(`${id} is not installed, only ${installed.join(', ')}`);
    }
    if (extension.isActive) report.activeBefore.push(id);
    const cpu = process.cpuUsage();
    const start = performance.now();
    await extension.activate();
    const ms = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    report.activations[id] = { ms, cpuMs: (user + system) / 1000 };
  }
  // Give requests and notifications of the activation time to appear.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  report.notifications = notifications;
  writeFileSync(process.env.DATA_MODEL_BENCH_REPORT ?? '', JSON.stringify(report));
}
