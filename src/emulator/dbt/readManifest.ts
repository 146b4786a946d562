/** Recognizes and reads a dbt manifest. */

import { Manifest } from './manifestSchema.ts';
import { UnsupportedManifest } from './unsupportedManifest.ts';

const versions = { oldest: 9, newest: 12 };

/** Reads a manifest; drops what a sync does not need. @throws UnsupportedManifest for any other document */
export function readManifest(document: unknown): Manifest {
  checkArtifact(document);
  const result = Manifest.safeParse(document);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new UnsupportedManifest(`The manifest cannot be read: ${issue?.path.join('.')}: ${issue?.message}`);
}

/** Every dbt artifact names its kind: `https://schemas.getdbt.com/dbt/manifest/v12.json`. */
function checkArtifact(document: unknown): void {
  const metadata = (document as { metadata?: unknown } | null | undefined)?.metadata;
  const schema = (metadata as { dbt_schema_version?: unknown } | null | undefined)?.dbt_schema_version;
  if (typeof schema !== 'string') {
    throw new UnsupportedManifest('This is not a dbt manifest: metadata.dbt_schema_version is missing');
  }
  const [, kind, version] = /\/dbt\/([\w-]+)\/v(\d+)(?:\.json)?$/.exec(schema) ?? [];
  if (kind === undefined) {
    throw new UnsupportedManifest(
      `This is not a dbt manifest: metadata.dbt_schema_version is '${schema.slice(0, 200)}'`,
    );
  }
  if (kind !== 'manifest') {
    const name = kind.replaceAll('-', '_');
    throw new UnsupportedManifest(`This is the dbt artifact ${name}.json, not a manifest. Send target/manifest.json`);
  }
  const { oldest, newest } = versions;
  if (Number(version) < oldest || Number(version) > newest) {
    throw new UnsupportedManifest(
      `Manifests of version ${version} are not supported, only ${oldest} to ${newest} (dbt 1.5 and later)`,
    );
  }
}

/** The facts that the history reports about a manifest. The last two are set only if the manifest has them. */
export interface ManifestStats {
  models: number;
  sources: number;
  macros: number;
  dbtVersion?: string;
  manifestGeneratedAt?: string;
}

export function statsOf({ metadata, nodes, sources, macros }: Manifest): ManifestStats {
  return {
    models: Object.values(nodes).filter(({ resource_type }) => resource_type === 'model').length,
    sources: Object.keys(sources ?? {}).length,
    macros: Object.keys(macros ?? {}).length,
    ...(metadata.dbt_version ? { dbtVersion: metadata.dbt_version } : {}),
    ...(metadata.generated_at ? { manifestGeneratedAt: metadata.generated_at } : {}),
  };
}
