/** The versions a deployment can run. Spec: group A, rules 3 to 5. */

export interface Version {
  /** Image reference: `<image>:v<version>`. */
  image: string;
  version: string;
  channel: string;
  latest: boolean;
}

const imageName = 'platform/semantic-layer';

function version(number: string, channel: string, latest: boolean): Version {
  return { image: `${imageName}:v${number}`, version: number, channel, latest };
}

/** Newest first: the head of each channel and one older version. */
const released: readonly Version[] = [
  version('1.7.43', 'latest', true),
  version('1.7.40', 'latest', false),
  version('1.6.31', 'release', true),
  version('1.6.28', 'release', false),
];

export function channelHead(channel: string): Version | undefined {
  return released.find((entry) => entry.channel === channel && entry.latest);
}

/** The head of each channel, and the older versions among `run`. */
export function listedVersions(run: readonly string[]): Version[] {
  return released.filter(({ image, latest }) => latest || run.includes(image));
}

/** Finds a listed version by `<version>`, `v<version>` or `<image>:v<version>`. */
export function findVersion(asked: string, run: readonly string[]): Version | undefined {
  return listedVersions(run).find(({ image, version }) => [version, `v${version}`, image].includes(asked));
}
