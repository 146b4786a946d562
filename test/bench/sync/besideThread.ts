/** The thread of another client: sends one small read after the other and reports their times. */

import * as http from 'node:http';
import * as https from 'node:https';
import { parentPort, workerData } from 'node:worker_threads';

interface Target {
  url: string;
  apiKey: string;
  certificate?: string;
}

const { url, apiKey, certificate: ca } = workerData as Target;
const agent = ca ? new https.Agent({ keepAlive: true, ca }) : new http.Agent({ keepAlive: true });
const send = ca ? https.get : http.get;
let times: number[] = [];

function read(): void {
  const begun = performance.now();
  const headers = { authorization: `Bearer ${apiKey}` };
  send(`${url}/api/v1/users/me`, { agent, headers }, (response) => {
    response.resume().once('end', () => {
      times.push(performance.now() - begun);
      read();
    });
  });
}

// Each message asks for the times since the last one.
parentPort?.on('message', () => {
  parentPort?.postMessage(times);
  times = [];
});
read();
