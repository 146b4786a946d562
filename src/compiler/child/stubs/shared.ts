/** Replaces the companion package of the schema compiler: only what a compile uses, without its network, shell and logging parts. */

export * from '@cubejs-backend/shared/dist/src/convert.js';
export * from '@cubejs-backend/shared/dist/src/enums.js';
export * from '@cubejs-backend/shared/dist/src/env.js';
export * from '@cubejs-backend/shared/dist/src/time.js';
export * from '@cubejs-backend/shared/dist/src/timezone.js';

/** Always true: templates are rendered without the native addon, so every system is supported. */
export function isNativeSupported(): true {
  return true;
}
