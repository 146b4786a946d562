/** Operations without a deployment: regions, the OpenAPI document. Spec: group B. */

import { openApiDocument } from '../../../contract/openApi.ts';
import { regions } from '../../records/regions.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';

type PlatformHandlers = Pick<Handlers, 'listRegions' | 'getSpec'>;

export const platformHandlers: PlatformHandlers = {
  listRegions: ({ query }) => cursorPage(regions, query),
  getSpec: () => openApiDocument() as { openapi: string; paths: Record<string, unknown> },
};
