/** Where a viewer is inside an embedded page, told to the host on every move. */

import type { EventPayload } from '../../../contract/messages/events.ts';
import type { Stage } from './stage.ts';

export interface Place {
  path: string;
  title: string;
  /** The dashboard that is shown, where one is. */
  publicId?: string;
}

export class Router {
  readonly #stage: Stage;
  #path: string;

  constructor(stage: Stage, first: Place) {
    this.#stage = stage;
    this.#path = first.path;
    this.#view(first);
  }

  get path(): string {
    return this.#path;
  }

  /** The viewer, or the host, goes there. Staying is no move. */
  moved(place: Place): void {
    if (place.path === this.#path) return;
    const previousPath = this.#path;
    this.#path = place.path;
    this.#stage.host.emit('navigate', { path: place.path, previousPath });
    this.#view(place);
  }

  #view({ path, title, publicId }: Place): void {
    const { surface } = this.#stage.config;
    const payload: EventPayload<'view'> = { surface, path, title, ...(publicId === undefined ? {} : { publicId }) };
    this.#stage.host.emit('view', payload);
  }
}

/** A path with one slash in front and none behind, decoded part by part. */
export function partsOf(path: string): string[] {
  return (path.split(/[?#]/)[0] ?? '')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}

export function pathOf(...parts: readonly string[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`;
}
