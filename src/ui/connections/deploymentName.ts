/** The name of a deployment for people, also before its platform answers. */

import type { App } from '../shell/app.ts';

const key = 'dataModel.deploymentNames';

/** The name in the platform's list, otherwise the one that an earlier window read, otherwise the ID as `#1`. */
export function deploymentName(
  { connections, context }: Pick<App, 'connections' | 'context'>,
  { connectionId, deploymentId }: { connectionId: string; deploymentId: string },
): string {
  const place = `${connectionId} ${deploymentId}`;
  const remembered = context.workspaceState.get<Readonly<Record<string, string>>>(key, {});
  const listed = connections.get(connectionId)?.session.value?.deployments.value.items ?? [];
  const name = listed.find(({ id }) => String(id) === deploymentId)?.name;
  if (name === undefined) return remembered[place] ?? `#${deploymentId}`;
  if (remembered[place] !== name) void context.workspaceState.update(key, { ...remembered, [place]: name });
  return name;
}
