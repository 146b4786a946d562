/** The host page in a browser for the conformance tests: an embedded page that sends what a test wants, and renewals that wait. */

import type { Frame, Page } from 'playwright-core';
import type { HostState } from '../../../src/contract/messages/hostConfig.ts';
import { waitFor } from '../../run/waitFor.ts';
import { openPage } from '../../vscode/browser/browser.ts';
import { embeddedFrame } from '../../webview/dashboard/embeddedFrame.ts';
import { type HostUnderTest, politeEmbed, startHostPage, untilState } from '../../webview/dashboard/hostUnderTest.ts';
import { suiteBrowser } from '../../webview/shared/suiteBrowser.ts';

/** An embedded page that sends `ready` only when the test makes it. */
export const waitingEmbed = politeEmbed.replaceAll(/^say\(.*$/gm, '');

interface ReceivedAction {
  type: string;
  payload: Record<string, unknown>;
  timestamp: number;
}

export class ConformanceFixture {
  host!: HostUnderTest;
  page!: Page;
  /** Number of created session ids. */
  minted = 0;
  /** Each function completes one waiting renewal. */
  release: (() => void)[] = [];
  readonly #browser = suiteBrowser();

  async show(embed = politeEmbed, over: Parameters<typeof startHostPage>[1] = {}): Promise<void> {
    this.minted = 0;
    this.release = [];
    this.host = await startHostPage(
      embed,
      { followDrilldown: true, ...over },
      {
        mintSession: async ({ reason }) => {
          this.minted += 1;
          const sessionId = `secret-id-${this.minted}`;
          if (reason === 'renewal') await new Promise<void>((complete) => this.release.push(complete));
          return { ok: true, sessionId };
        },
      },
    );
    ({ page: this.page } = await openPage(this.#browser()));
    await this.page.clock.install();
    await this.page.goto(this.host.url);
    await untilState(this.host, ({ phase }) => phase === (embed === waitingEmbed ? 'loading' : 'active'));
    await (await this.embedded()).waitForFunction('window.say');
  }

  embedded(): Promise<Frame> {
    return embeddedFrame(this.page);
  }

  /** Sends an event from the embedded page. */
  async say(name: string, payload: object, over: object = {}): Promise<void> {
    await (await this.embedded()).evaluate(`say(...${JSON.stringify([name, payload, over])})`);
  }

  /** The actions that the embedded page received. */
  async received(): Promise<ReceivedAction[]> {
    return (await (await this.embedded()).evaluate('told')) as ReceivedAction[];
  }

  async sent(name: string): Promise<ReceivedAction[]> {
    return (await this.received()).filter(({ type }) => type === `svc:action:${name}`);
  }

  state(): Promise<HostState> {
    return this.host.ask('state', {});
  }

  asked(name: string) {
    return this.host.asked.filter(([each]) => each === name);
  }

  /** Sends an event and waits until the host page has counted it. */
  async sayAndWait(name: string, payload: object, over: object = {}): Promise<[before: HostState, after: HostState]> {
    const before = await this.state();
    const sum = ({ counts }: HostState) => counts.accepted + counts.unknown + counts.ignored;
    await this.say(name, payload, over);
    return [before, await untilState(this.host, (now) => sum(now) > sum(before))];
  }

  notice(text: string | RegExp): Promise<void> {
    return this.page.locator('.notice').getByText(text).first().waitFor();
  }

  async waitForRequest(name: string, argument: object): Promise<void> {
    const expected = JSON.stringify(argument);
    const isAsked = () => this.asked(name).some(([, given]) => JSON.stringify(given) === expected);
    await waitFor(`the page has sent the request ${name} with ${expected}`, isAsked, () => this.asked(name));
  }

  async close(): Promise<void> {
    for (const complete of this.release) complete();
    await this.page?.context().close();
    await this.host?.close();
  }
}
