/** The frame that holds the embedded page: one at a time, made anew for each load. Knows nothing of messages. */

import { element } from '../../base/browser/dom.ts';

/**
 * What the embedded page may do. Scripts and its own storage it needs; windows for signing in, downloads for its exports. Never the
 * navigation of this page, no dialogs, no pointer lock, no presentation.
 */
const sandbox = [
  'allow-scripts',
  'allow-same-origin',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-downloads',
  'allow-storage-access-by-user-activation',
];

/** Features beyond the defaults, for the frame's own origin only. */
const features = ['clipboard-write', 'fullscreen'];

export class Frame {
  readonly #home: HTMLElement;
  #frame: HTMLIFrameElement | undefined;

  constructor(home: HTMLElement) {
    this.#home = home;
  }

  /** Loads `url` in a new frame and gives its window. The address may hold a session id: it goes into no attribute and no history. */
  load(url: string, title: string): Window | null {
    this.clear();
    const frame = element('iframe', { class: 'embed', title, sandbox: sandbox.join(' '), allow: features.join('; ') });
    this.#home.append(frame);
    this.#frame = frame;
    frame.contentWindow?.location.replace(url);
    return frame.contentWindow;
  }

  get window(): Window | null {
    return this.#frame?.contentWindow ?? null;
  }

  clear(): void {
    this.#frame?.remove();
    this.#frame = undefined;
  }
}
