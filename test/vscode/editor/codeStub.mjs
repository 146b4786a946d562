#!/usr/bin/env node
// Takes the place of VS Code's desktop executable where there is none: same command line, same exit code. All it does is
// make TypeScript loadable, wherever it is started from.
import { register } from 'tsx/esm/api';

register();
const { runTestsInWebBuild } = await import('./runTestsInWebBuild.ts');
process.exitCode = await runTestsInWebBuild(process.argv.slice(2));
