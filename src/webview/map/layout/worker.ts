/** Entry point of the worker that arranges the map. */

import { messageOf } from '../../../base/errors.ts';
import { layoutGraph } from './layoutGraph.ts';
import type { LayoutInput } from './layoutTypes.ts';

self.addEventListener('message', ({ data }: MessageEvent<{ id: number; input: LayoutInput }>) => {
  try {
    self.postMessage({ id: data.id, layout: layoutGraph(data.input) });
  } catch (failure) {
    self.postMessage({ id: data.id, failure: messageOf(failure) });
  }
});
