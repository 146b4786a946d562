/** The work of the host page's own code for each message, without the browser's. */

import { eventMessage } from '../../../src/contract/messages/events.ts';
import { protocolNames } from '../../../src/contract/messages/names.ts';
import { Gate } from '../../../src/webview/dashboard/messages/gate.ts';
import { incomingEntry } from '../../../src/webview/dashboard/messages/logEntry.ts';
import { MessageLog } from '../../../src/webview/dashboard/messages/messageLog.ts';
import { type BenchmarkResult, median, summarize } from '../benchmark.ts';

const events = 20_000;

export function measureMessages(): BenchmarkResult {
  const found = timeEvents();
  return {
    rows: [summarize('one event through the gate, into the inspector’s log', found, 'µs')],
    remarks: [`${events} events; without what a browser itself does for a message.`],
    summary: { eventMicroseconds: median(found) },
  };
}

/** Microseconds an event takes, in batches. */
function timeEvents(): number[] {
  const names = protocolNames();
  const origin = 'https://acme.example.com';
  const frame = { postMessage() {} };
  const gate = new Gate(names, origin, Date.now, () => {});
  gate.attach(frame);
  const log = new MessageLog();
  const batch = 500;
  const found: number[] = [];
  for (let done = 0; done < events; done += batch) {
    const begun = performance.now();
    for (let n = 0; n < batch; n += 1) {
      const payload = { member: 'orders.count', value: n, widgetId: 'orders' };
      const message = eventMessage(names, 'drilldown', payload, 'dashboard', Date.now());
      const decision = gate.receive({ source: frame, origin, data: message });
      log.add(incomingEntry(message, decision, Date.now()));
    }
    found.push(((performance.now() - begun) * 1_000) / batch);
  }
  return found;
}
