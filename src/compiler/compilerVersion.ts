import manifest from '@cubejs-backend/schema-compiler/package.json' with { type: 'json' };

/** The version of the published compiler that is built in. */
export const compilerVersion: string = manifest.version;
