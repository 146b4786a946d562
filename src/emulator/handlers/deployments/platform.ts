/** Operations without a deployment: regions, the OpenAPI document. Spec: group B. */

import { openApiDocument } from '../../../contract/openApi.ts';
import { regions } from '../../records/regions.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';

type PlatformHandlers = Pick<Handlers, 'listRegions' | 'getSpec'>;

/** Generating it takes a tenth of a second. */
let document: { openapi: string; paths: Record<string, unknown> } | undefined;

export const platformHandlers: PlatformHandlers = {
  listRegions: ({ query }) => cursorPage(regions, query),
  getSpec: () => {
    document ??= openApiDocument() as unknown as NonNullable<typeof document>;
    return document;
  },
};
