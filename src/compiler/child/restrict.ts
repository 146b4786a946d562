/**
 * Takes away from this process what the code of a model must not use, before any model runs. The runtime's permission model
 * denies files, processes, threads and native modules; this adds the network, signals, the ways to built-in modules, and
 * everything that leads to the pipes of this process.
 */

import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import Module from 'node:module';
import { Socket } from 'node:net';
import { getSystemErrorMap } from 'node:util';
import { runInNewContext } from 'node:vm';

/** Properties of `process` that remain for the compiler and the runtime: those without access to the system. */
const keptProperties = new Set(
  `arch argv argv0 config cpuUsage cwd domain emitWarning env exit exitCode features hrtime
  memoryUsage nextTick pid platform reallyExit ref release title unref uptime version versions
  _events _eventsCount _exiting _fatalException _maxListeners _tickCallback
  hasUncaughtExceptionCaptureCallback`.split(/\s+/),
);

/** Global names that remain for the compiler, in addition to those of the language. Not among them: `process`. */
const keptGlobals = new Set(
  `global AbortController AbortSignal Buffer DOMException TextDecoder TextEncoder URL URLSearchParams atob btoa clearImmediate
  clearInterval clearTimeout performance queueMicrotask setImmediate setInterval setTimeout structuredClone`.split(
    /\s+/,
  ),
);

const [accessDenied = -13] = [...getSystemErrorMap()].find(([, [name]]) => name === 'EACCES') ?? [];

/** @returns whether the runtime denies access to files @throws Error in a runtime with other internals */
export function restrict(): boolean {
  const permissions = (process as { permission?: { has(scope: string): boolean } }).permission;
  const deniesFiles = permissions !== undefined && !permissions.has('fs.read') && !permissions.has('fs.write');
  denyConnections();
  denyModules();
  lockStreams();
  keepHarmlessProperties();
  keepHarmlessGlobals();
  return deniesFiles;
}

/** Every connection of any module uses the methods of these native handles, so that no copy of a function gets past this. */
function denyConnections(): void {
  // A lookup that never ends: the handle is created, but no connection is made.
  const socket = new Socket().connect({ host: 'none', port: 1, lookup() {} });
  denyMethods(handleOf(socket), ['bind', 'bind6', 'connect', 'connect6', 'listen', 'open']);
  socket.destroy();
  denyMethods(handleOf(process.stderr), ['bind', 'connect', 'fchmod', 'listen', 'open']);
  const datagrams = createSocket('udp4');
  const state = Object.getOwnPropertySymbols(datagrams).map((name) => Reflect.get(datagrams, name));
  const { handle } = state.find((value) => value?.handle) ?? {};
  denyMethods(handle, ['bind', 'bind6', 'connect', 'connect6', 'open', 'send', 'send6']);
  datagrams.close();
  const { _handle: resolver } = new dns.Resolver() as unknown as { _handle: object };
  denyMethods(resolver, [...namesOf(resolver).filter((name) => name.startsWith('query')), 'getHostByAddr']);
  for (const functions of [dns, dns.promises]) {
    for (const [name, value] of Object.entries(functions)) {
      if (typeof value === 'function' && /^[a-z]/.test(name)) Reflect.set(functions, name, refuseLookup);
    }
  }
}

function handleOf(socket: unknown): object {
  return (socket as { _handle: object })._handle;
}

function namesOf(handle: object): string[] {
  return Object.getOwnPropertyNames(Object.getPrototypeOf(handle));
}

function denyMethods(handle: object, names: readonly string[]): void {
  const prototype = Object.getPrototypeOf(handle);
  for (const name of names) {
    if (typeof prototype[name] === 'function') prototype[name] = () => accessDenied;
  }
}

function refuseLookup(...args: unknown[]): Promise<never> | undefined {
  const failure = Object.assign(new Error('A data model has no access to the network here.'), { code: 'EACCES' });
  const callback = args.at(-1);
  if (typeof callback !== 'function') return Promise.reject(failure);
  process.nextTick(callback, failure);
  return undefined;
}

function denyModules(): void {
  const loader = Module as unknown as {
    _load(name: string, ...rest: unknown[]): unknown;
    registerHooks?(hooks: object): void;
  };
  // The bundle has loaded its own modules by now.
  const check = (name: string) => {
    if (Module.isBuiltin(name)) throw new Error(`A data model cannot use the module “${name}” here.`);
  };
  const load = loader._load;
  loader._load = function (this: unknown, name, ...rest) {
    check(name);
    return load.call(this, name, ...rest);
  };
  // Node 22 and later: also for import().
  loader.registerHooks?.({
    resolve(name: string, context: unknown, next: (name: string, context: unknown) => unknown) {
      check(name);
      return next(name, context);
    },
  });
}

function keepHarmlessProperties(): void {
  for (const name of Object.getOwnPropertyNames(process)) {
    if (!keptProperties.has(name)) Reflect.deleteProperty(process, name);
  }
  const nowhere = { isTTY: false, write: () => true };
  Object.assign(process, { stdout: nowhere, stderr: nowhere });
}

/** A method that code replaces would be called with a pipe of this process. */
function lockStreams(): void {
  for (let part = Socket.prototype as object; part !== Object.prototype; part = Object.getPrototypeOf(part)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(part))) {
      if (typeof value === 'function') Object.defineProperty(part, name, { writable: false, configurable: false });
    }
  }
}

/** Nothing can be added either, so that no code leaves something for later code. */
function keepHarmlessGlobals(): void {
  const ofLanguage = new Set<string>(runInNewContext('Object.getOwnPropertyNames(globalThis)'));
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!ofLanguage.has(name) && !keptGlobals.has(name)) Reflect.deleteProperty(globalThis, name);
  }
  Object.freeze(Buffer.prototype);
  Object.freeze(globalThis);
}
