/** An editor window as a separate process: a folder session that runs commands and reports its state. */

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../src/base/errors.ts';
import { silentLog } from '../../src/base/log.ts';
import { Client } from '../../src/platform/client.ts';
import { FolderSession } from '../../src/session/folderSession.ts';
import { PlatformSession } from '../../src/session/platformSession.ts';
import { fakeFolderHost } from './fakeFolderHost.ts';

export interface WindowCommand {
  id: number;
  do: 'open' | 'save' | 'push' | 'compare' | 'show';
  path?: string;
  text?: string;
}

export interface WindowAnswer {
  id: number;
  failure?: string;
  /** The state that this window shows. */
  shown: { phase: string; local: number; remote: number; conflicts: number; halt?: string; failure?: string };
}

const [, , url, key, deploymentId, folder, storage, branch] = process.argv as string[];
const client = new Client({ baseUrl: url!, credential: { token: key! }, transport: { headersMs: 60_000 } });
const platform = new PlatformSession(client, url!, silentLog);
const session = new FolderSession({
  binding: { connectionId: url!, deploymentId: deploymentId!, projectFolder: folder!, modelFolder: 'model' },
  host: fakeFolderHost({ validateOnSave: () => false }, { branch }),
  storageFolder: storage!,
  deployment: async () => platform.deployment(deploymentId!),
  log: silentLog,
});

async function runCommand(command: WindowCommand): Promise<void> {
  const engine = await session.resume();
  switch (command.do) {
    case 'save': {
      const file = path.join(folder!, command.path!);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, command.text!);
      return session.saved(command.path!);
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

process.on('message', (command: WindowCommand) => {
  const answer = (failure?: string) => {
    const state = session.sync.value?.state.value;
    const { failed } = session.changes.value;
    const shown: WindowAnswer['shown'] = {
      phase: state?.phase ?? 'none',
      local: state?.local ?? 0,
      remote: state?.remote ?? 0,
      conflicts: state?.conflicts.length ?? 0,
      ...(state?.halt && { halt: state.halt.message }),
      ...(failed && { failure: messageOf(failed.failure) }),
    };
    process.send!({ id: command.id, shown, ...(failure !== undefined && { failure }) } satisfies WindowAnswer);
  };
  runCommand(command).then(
    () => answer(),
    (failure: unknown) => answer(messageOf(failure)),
  );
});
