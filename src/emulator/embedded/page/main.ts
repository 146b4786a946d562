/** Entry of the embedded pages: reads what the platform wrote into the document and what the address asks for. */

import { type EmbedFilter, parseFilterParameter } from '../../../contract/messages/filter.ts';
import type { PageConfig } from '../wire.ts';
import { EmbeddedPage } from './embeddedPage.ts';
import type { LaunchParameters } from './stage.ts';

function launchParameters(query: URLSearchParams): LaunchParameters {
  const filters = [...query].map(([name, value]) => parseFilterParameter(name, value));
  return {
    sessionId: query.get('session'),
    locale: query.get('locale'),
    timezone: query.get('timezone'),
    allowExport: query.get('allowExport') === 'true',
    filters: filters.filter((filter): filter is EmbedFilter => filter !== undefined),
  };
}

const config = JSON.parse(document.getElementById('config')?.textContent ?? '{}') as PageConfig;
if (!config.neverReady) new EmbeddedPage(config, launchParameters(new URLSearchParams(location.search))).start();
