/** Changes of a deployment's settings. Spec: group A, rules 4 and 5; group B; docs/emulator.md. */

import type * as z from 'zod/mini';
import type { UpdateDeploymentInput } from '../../../contract/deployments/deployments.ts';
import type { LiveDeployment } from '../../platform/liveDeployment.ts';
import type { Platform } from '../../platform/platform.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import { isRegion, regions } from '../../records/regions.ts';
import { channelHead, findVersion, type Version } from '../../records/versions.ts';

type Update = z.output<typeof UpdateDeploymentInput>;

/** A part that is refused leaves everything unchanged. A change of the version builds production. @throws HttpFailure 400 */
export async function updateSettings(platform: Platform, deployment: LiveDeployment, update: Update): Promise<void> {
  const { settings } = deployment.record;
  const { releaseChannel: _, releaseChannelVersion: __, templateVariables = {}, ...plain } = update;
  requireRegion(plain.region);
  const version = requestedVersion(platform, update);
  Object.assign(settings, definedOnly(plain));
  settings.templateVariables = mergeRecords(settings.templateVariables, templateVariables);
  if (!version) return;
  const before = settings.releaseChannelVersion;
  settings.releaseChannel = version.channel;
  settings.releaseChannelVersion = version.image;
  if (version.image === before) return;
  platform.rememberVersion(before);
  await deployment.builds.queue(deployment.deployBranch);
}

/** @throws HttpFailure 400 */
export function requireRegion(region: string | undefined): void {
  if (region === undefined || isRegion(region)) return;
  const known = regions.map(({ name }) => `'${name}'`).join(', ');
  throw new HttpFailure(400, `region: '${region}' is unknown; the regions are ${known}`);
}

/** The version that an update asks for, by itself or as the head of a channel. @throws HttpFailure 400 */
function requestedVersion(platform: Platform, { releaseChannel, releaseChannelVersion }: Update): Version | undefined {
  if (releaseChannelVersion === undefined) {
    if (releaseChannel === undefined) return undefined;
    const head = channelHead(releaseChannel, platform.now);
    if (!head) throw new HttpFailure(400, `Release channel '${releaseChannel}' is unknown`);
    return head;
  }
  const found = findVersion(releaseChannelVersion, platform.versionsRun, platform.now);
  if (!found) throw new HttpFailure(400, `Version '${releaseChannelVersion}' is not on the list of versions`);
  if (releaseChannel === undefined || releaseChannel === found.channel) return found;
  throw new HttpFailure(
    400,
    `releaseChannel: version '${found.version}' belongs to the channel '${found.channel}', not to '${releaseChannel}'`,
  );
}

/** Objects merge key by key at every level; any other value replaces the one before. */
function mergeRecords(before: Readonly<Record<string, unknown>>, update: object): Record<string, unknown> {
  const merged = Object.entries(update).map(([key, value]) => {
    const known = Object.hasOwn(before, key) ? before[key] : undefined;
    return [key, isRecord(known) && isRecord(value) ? mergeRecords(known, value) : value] as const;
  });
  return Object.fromEntries([...Object.entries(before), ...merged]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function definedOnly<T extends object>(values: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
