import type { Plugin } from 'esbuild';

export const slimming: Plugin[];
