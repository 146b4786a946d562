/** Types of the modules of undici that are imported one by one. Its index would replace the process-wide dispatcher. */

declare module 'undici/lib/dispatcher/pool.js' {
  import Pool from 'undici/types/pool';

  export = Pool;
}

declare module 'undici/lib/dispatcher/proxy-agent.js' {
  import ProxyAgent from 'undici/types/proxy-agent';

  export = ProxyAgent;
}

declare module 'undici/lib/api/api-connect.js' {
  import type Dispatcher from 'undici/types/dispatcher';

  function connect(this: Dispatcher, ...args: unknown[]): unknown;
  export = connect;
}

declare module 'undici/lib/core/connect.js' {
  import buildConnector from 'undici/types/connector';

  export = buildConnector;
}
