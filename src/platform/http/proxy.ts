/** Selects the proxy for an address from the editor's settings and the environment. */

export interface ProxySettings {
  /** Proxy for every address; overrides the environment. */
  proxy?: string | undefined;
  /** Hosts that need no proxy, in addition to the environment's NO_PROXY. */
  noProxy?: string | readonly string[] | undefined;
  environment?: Readonly<Record<string, string | undefined>> | undefined;
}

const loopbackV4 = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || loopbackV4.test(name);
}

/** The proxy's address, or undefined for a direct connection, always for loopback. @throws TypeError for an invalid proxy address. */
export function proxyFor(url: URL, { proxy, noProxy, environment = {} }: ProxySettings): URL | undefined {
  if (isLoopback(url.hostname)) return undefined;
  const fromEnvironment = (name: string) => environment[name] || environment[name.toUpperCase()] || undefined;
  const address =
    proxy?.trim() || fromEnvironment(`${url.protocol.slice(0, -1)}_proxy`) || fromEnvironment('all_proxy');
  if (!address) return undefined;
  const exceptions = [
    ...(typeof noProxy === 'string' ? [noProxy] : (noProxy ?? [])),
    fromEnvironment('no_proxy') ?? '',
  ];
  if (exceptions.flatMap((list) => list.split(/[\s,]+/)).some((rule) => matches(rule, url))) return undefined;
  return new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`);
}

/** Rules: `*`, `host`, `.domain`, `*.domain`, each with an optional `:port`. A bare domain includes its subdomains, as in curl. */
function matches(rule: string, url: URL): boolean {
  if (rule === '') return false;
  if (rule === '*') return true;
  const [, pattern = '', port] = /^(.*?)(?::(\d+))?$/.exec(rule.toLowerCase())!;
  if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return false;
  const domain = pattern.replace(/^\*?\./, '');
  const hostname = url.hostname.toLowerCase();
  return hostname === domain || hostname.endsWith(`.${domain}`);
}
