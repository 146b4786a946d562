/** The sample deployment: a small shop. Its files are next to this module, or in `dist/sample` once bundled. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const sampleName = 'Sample shop';
/** Public id of the sample's dashboard, as in `dashboard.json`. */
export const dashboardPublicId = 'sample-shop-sales';

function sampleFolder(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const found = [here, path.join(here, 'sample'), path.join(here, '../sample')].find((folder) =>
    existsSync(path.join(folder, 'project')),
  );
  if (!found) throw new Error(`The sample project is not next to ${here}`);
  return found;
}

/** The folder with the sample's tables, as `--source` takes one. */
export function sampleData(): string {
  return path.join(sampleFolder(), 'data');
}

/** The files of the sample's first commit: content by project path. */
export function sampleProject(): Map<string, Uint8Array> {
  const root = path.join(sampleFolder(), 'project');
  return new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return [path.relative(root, file).replaceAll(path.sep, '/'), readFileSync(file)] as const;
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** The sample's dashboard. Further fields are its widgets, queries and filters. */
interface SampleDashboard {
  publicId: string;
  title: string;
  allowEmbed: boolean;
  [more: string]: unknown;
}

export function sampleDashboard(): SampleDashboard {
  return JSON.parse(readFileSync(path.join(sampleFolder(), 'dashboard.json'), 'utf8')) as SampleDashboard;
}
