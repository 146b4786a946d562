/** The built page of the model map in a browser. The test answers for the extension. */

import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import {
  type MapConfig,
  type MapContent,
  type MapExtensionRequests,
  type MapGraph,
  type MapState,
  mapExtensionRequests,
  mapPageRequests,
} from '../../../src/contract/messages/mapChannel.ts';
import { type Ask, requestHandlers, requestSender } from '../../../src/contract/messages/typedRequests.ts';
import { pageHtml } from '../../../src/ui/shell/pageHtml.ts';
import { waitFor } from '../../run/waitFor.ts';
import { servedPages } from '../shared/servedPage.ts';

export interface MapUnderTest {
  readonly page: Page;
  readonly ask: Ask<MapExtensionRequests>;
  /** Names of the requests that the page made, with their arguments. */
  readonly asked: [name: string, argument: unknown][];
  box(id: string): Locator;
  /** The last state that the page stored. */
  stored(): Promise<MapState | undefined>;
  /** Loads the page again, as after it was hidden: it has its stored state. */
  reload(): Promise<void>;
  /** Waits until the map is drawn as it stays. */
  drawn(): Promise<void>;
}

const files = ['map.js', 'mapWorker.js', 'map.css'];

export const model = (graph: MapGraph): MapContent => ({ mode: 'model', graph });

/** Call inside `describe`. Every test ends without an error of the page and without a violation of its policy. */
export function mapPages(): (
  content: MapContent,
  over?: Partial<MapConfig>,
  browserOptions?: BrowserContextOptions,
) => Promise<MapUnderTest> {
  const serve = servedPages();
  return async (content, over = {}, browserOptions = {}) => {
    const html = pageHtml({
      script: { nonce: 'n', address: 'map.js' },
      style: 'map.css',
      worker: 'mapWorker.js',
      assets: "'self'",
      language: 'en',
      title: 'Model Map',
    });
    const asked: [string, unknown][] = [];
    const config: MapConfig = { folder: '/shop', title: 'Shop', texts: {}, content, selected: null, ...over };
    const note = (name: string) => (argument: unknown) => {
      asked.push([name, argument]);
      return {};
    };
    const answers = requestHandlers(mapPageRequests, {
      loadMap: () => config,
      openDefinition: note('openDefinition'),
      showModel: note('showModel'),
      exportSvg: note('exportSvg'),
    });
    const { page, channel, stored, load } = await serve({ html, files, answers, browserOptions });
    const drawn = async () => {
      let last = '';
      await waitFor('the map is drawn', async () => {
        const now = (await page.evaluate(
          "[...document.querySelectorAll('.map > g')].map((one) => one.outerHTML).join('') + document.querySelector('.notice')?.textContent",
        )) as string;
        const isSame = now === last && /<g class="box |\.$/.test(now);
        last = now;
        return isSame && (await page.locator('.map[aria-busy="false"]').count()) === 1;
      });
    };
    await load();
    await drawn();
    return {
      page,
      asked,
      stored: async () => (await stored()) as MapState | undefined,
      drawn,
      ask: requestSender(mapExtensionRequests, (name, argument, more) => channel.call(name, argument, more)),
      box: (id) => page.locator(`.boxes > [data-box="${id}"]`),
      async reload() {
        await page.reload();
        await drawn();
      },
    };
  };
}
