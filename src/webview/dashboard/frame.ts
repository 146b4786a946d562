/** The iframe of the embedded page, created for each load. */

import { element } from '../../base/browser/dom.ts';

/**
 * The embedded page needs scripts, its storage, windows for signing in and downloads for its exports. It must not navigate this page,
 * open dialogs or lock the pointer.
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

/** Features for the frame's own origin only. */
const features = ['clipboard-write', 'fullscreen'];

export class Frame {
  readonly #container: HTMLElement;
  #frame: HTMLIFrameElement | undefined;

  constructor(container: HTMLElement) {
    this.#container = container;
  }

  /** Loads `url` in a new frame and returns its window. The URL may contain a session id, so no attribute and no history gets it. */
  load(url: string, title: string): Window | null {
    this.clear();
    const frame = element('iframe', { class: 'embed', title, sandbox: sandbox.join(' '), allow: features.join('; ') });
    this.#container.append(frame);
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
