/** Takes the place of the schema compiler's companion package: only what a compile uses, without its network, shell and logging parts. */

export * from '@cubejs-backend/shared/dist/src/convert.js';
export * from '@cubejs-backend/shared/dist/src/enums.js';
export * from '@cubejs-backend/shared/dist/src/env.js';
export * from '@cubejs-backend/shared/dist/src/time.js';
export * from '@cubejs-backend/shared/dist/src/timezone.js';

/** Templates are rendered without the native addon, so every system will do. */
export function isNativeSupported(): true {
  return true;
}
