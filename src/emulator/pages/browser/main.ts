/** Entry point of the embedded pages: reads the configuration in the document and the parameters of the address. */

import { parseFilterParameter } from '../../../contract/messages/filter.ts';
import type { PageConfig } from '../pageApi.ts';
import { EmbeddedPage } from './embeddedPage.ts';
import { closeMenusOnOutsideInput } from './menu.ts';
import type { LaunchParameters } from './pageContext.ts';

function launchParameters(query: URLSearchParams): LaunchParameters {
  return {
    sessionId: query.get('session'),
    locale: query.get('locale'),
    timezone: query.get('timezone'),
    allowExport: query.get('allowExport') === 'true',
    filters: [...query].flatMap(([name, value]) => parseFilterParameter(name, value) ?? []),
  };
}

const config = JSON.parse(document.getElementById('config')?.textContent ?? '{}') as PageConfig;
closeMenusOnOutsideInput();
if (!config.neverReady) new EmbeddedPage(config, launchParameters(new URLSearchParams(location.search))).start();
