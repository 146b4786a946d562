/** The versions a deployment can run. New ones are released as time passes. Spec: group A, rules 3 to 5; docs/emulator.md. */

export interface Version {
  /** Image reference: `<image>:v<version>`. */
  image: string;
  version: string;
  channel: string;
  latest: boolean;
}

interface Channel {
  name: string;
  /** Major and minor version. */
  series: string;
  /** Patch version of the first release. */
  first: number;
  /** Weeks from one release to the next. */
  weeks: number;
}

const imageName = 'platform/semantic-layer';
const channels: readonly Channel[] = [
  { name: 'latest', series: '1.7', first: 40, weeks: 1 },
  { name: 'release', series: '1.6', first: 28, weeks: 4 },
];
const firstRelease = Date.UTC(2026, 0, 5);
const week = 7 * 86_400_000;

function headOf({ first, weeks }: Channel, now: Date): number {
  return first + Math.max(0, Math.floor((now.getTime() - firstRelease) / (weeks * week)));
}

function versionOf({ name, series }: Channel, patch: number, latest: boolean): Version {
  const version = `${series}.${patch}`;
  return { image: `${imageName}:v${version}`, version, channel: name, latest };
}

export function channelHead(name: string, now: Date): Version | undefined {
  const channel = channels.find((entry) => entry.name === name);
  return channel && versionOf(channel, headOf(channel, now), true);
}

/** For each channel, the head and the older versions whose images are among `run`; the newest first. */
export function listedVersions(run: readonly string[], now: Date): Version[] {
  return channels.flatMap((channel) => {
    const head = headOf(channel, now);
    const patches = run.flatMap((image) => {
      const [, series, patch] = /^.*:v(\d+\.\d+)\.(\d+)$/.exec(image) ?? [];
      return series === channel.series ? [Number(patch)] : [];
    });
    const all = [...new Set([head, ...patches])].sort((a, b) => b - a);
    return all.map((patch) => versionOf(channel, patch, patch === head));
  });
}

/** Finds a listed version by `<version>`, `v<version>` or `<image>:v<version>`. */
export function findVersion(asked: string, run: readonly string[], now: Date): Version | undefined {
  return listedVersions(run, now).find(({ image, version }) => [version, `v${version}`, image].includes(asked));
}
