/** Pulls one file, then all files, in a separate process, and reports the peak memory. */

import { silentLog } from '../../../src/base/log.ts';
import { Client } from '../../../src/platform/client.ts';
import type { PlatformCaller } from '../../../src/sync/remote/remoteBranch.ts';
import { SyncEngine } from '../../../src/sync/syncEngine.ts';

export interface PullReport {
  /** Files of each pull. */
  counts: number[];
  peakMB: number;
}

const [baseUrl, token, deploymentId, projectFolder, storageFolder, branchName, small] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
const client = new Client({ baseUrl, credential: { token } });
const target = { origin: baseUrl, deploymentId, branchName, projectFolder, modelFolder: 'model' };
const engine = new SyncEngine({ target, client: client as PlatformCaller, storageFolder, log: silentLog });
const counts: number[] = [];
for (const paths of [[small], undefined]) {
  const plan = await engine.refresh();
  const { done, halt } = await engine.pull({ confirmed: true, plan, ...(paths && { paths }) });
  if (halt) throw new Error(halt.message);
  counts.push(done.length);
}
const pulled: PullReport = { counts, peakMB: process.resourceUsage().maxRSS / 1024 };
process.send!(pulled);
engine.dispose();
client.dispose();
