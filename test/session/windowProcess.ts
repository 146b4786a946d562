/** A window of an editor as a process of its own: a folder session that saves what it is told to, and says what it shows. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../src/base/errors.ts';
import { silentLog } from '../../src/base/log.ts';
import { Client } from '../../src/platform/client.ts';
import { FolderSession } from '../../src/session/folderSession.ts';
import { PlatformSession } from '../../src/session/platformSession.ts';
import { fakeFolderHost } from './fakeFolderHost.ts';

export interface WindowOrder {
  id: number;
  do: 'open' | 'save' | 'push' | 'compare' | 'show';
  path?: string;
  text?: string;
}

export interface WindowAnswer {
  id: number;
  failure?: string;
  /** What the person of this window sees. */
  shown: { phase: string; local: number; remote: number; conflicts: number; halt?: string; failure?: string };
}

const [, , url, key, deploymentId, folder, storage, branch] = process.argv as string[];
const client = new Client({ baseUrl: url!, credential: { token: key! }, transport: { headersMs: 60_000 } });
const platform = new PlatformSession(client, url!, silentLog);
const session = new FolderSession({
  binding: { connectionId: url!, deploymentId: deploymentId!, projectFolder: folder!, modelFolder: 'model' },
  host: fakeFolderHost(
    {
      readText: async (file) => {
        try {
          return readFileSync(path.join(folder!, file), 'utf8');
        } catch {
          return undefined;
        }
      },
      validateOnSave: () => false,
    },
    { branch },
  ),
  storageFolder: storage!,
  deployment: async () => platform.deployment(deploymentId!),
  log: silentLog,
});

async function obey(order: WindowOrder): Promise<void> {
  const engine = await session.resume();
  switch (order.do) {
    case 'save': {
      const file = path.join(folder!, order.path!);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, order.text!);
      return session.saved(order.path!);
    }
    case 'push':
      await engine!.push();
      return;
    case 'compare':
      await engine!.refresh();
      return;
    default:
      return;
  }
}

process.on('message', (order: WindowOrder) => {
  const answer = (failure?: string) => {
    const state = session.sync.value?.state.value;
    const shown: WindowAnswer['shown'] = {
      phase: state?.phase ?? 'none',
      local: state?.local ?? 0,
      remote: state?.remote ?? 0,
      conflicts: state?.conflicts.length ?? 0,
      ...(state?.halt && { halt: state.halt.message }),
      ...(session.failure.value !== undefined && { failure: messageOf(session.failure.value) }),
    };
    process.send!({ id: order.id, shown, ...(failure !== undefined && { failure }) } satisfies WindowAnswer);
  };
  obey(order).then(
    () => answer(),
    (failure: unknown) => answer(messageOf(failure)),
  );
});
