import type { Metafile } from 'esbuild';

/** The text of the notices for what these bundles took in. @throws Error for a package that names no licence at all. */
export function thirdPartyNotices(metafiles: readonly Metafile[]): string;
