#!/usr/bin/env node
// Replaces VS Code's desktop executable where there is none: same command line and exit code. Makes TypeScript loadable and
// runs the tests in the web build.
import { register } from 'tsx/esm/api';

register();
const { runTestsInWebBuild } = await import('./runTestsInWebBuild.ts');
process.exitCode = await runTestsInWebBuild(process.argv.slice(2));
