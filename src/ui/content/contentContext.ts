/** Shared by the commands of the Content view. */

import type { App } from '../shell/app.ts';
import type { ShownDeployments } from '../tree/shownDeployments.ts';
import type { ContentModel } from './contentModel.ts';

export interface ContentContext {
  app: App;
  model: ContentModel;
  shown: ShownDeployments;
  /** Opens a read-only text. @param name with the ending of its language */
  show(name: string, text: string): Promise<void>;
}
