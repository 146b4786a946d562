/** Injects a fault into the response to a request. Some faults act on the socket. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Http2ServerRequest } from 'node:http2';
import { TLSSocket } from 'node:tls';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { delay } from '../../base/async.ts';
import { requireBranch } from '../branches/devMode.ts';
import { requireProjectPath, saveTree } from '../branches/workTree.ts';
import { continueWait } from '../data/dataApi.ts';
import type { Tree } from '../git/repository.ts';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import type { BranchRecord } from '../records/platformRecord.ts';
import type { FaultRule } from './faults.ts';

interface NodeBindings {
  incoming: IncomingMessage | Http2ServerRequest;
  outgoing: ServerResponse;
}

/** The request that a fault is injected into. */
interface FaultedRequest {
  context: Context;
  /** Undefined for operations without a deployment. @throws HttpFailure 404 */
  deployment(): LiveDeployment | undefined;
  /** Performs the request. Failures become error responses, too. */
  answer(): Promise<Response>;
  /** Aborts when the emulator closes. */
  closing: AbortSignal;
}

export async function injectFault(
  fault: FaultRule,
  { context, deployment, answer, closing }: FaultedRequest,
): Promise<Response> {
  const { outgoing, incoming } = context.env as NodeBindings;
  switch (fault.kind) {
    case 'latency':
      await delay(fault.ms ?? 1000, closing);
      return answer();
    case 'hang':
      await new Promise((resolve) => outgoing.once('close', resolve));
      return RESPONSE_ALREADY_SENT;
    case 'reset-before':
      resetConnection(incoming);
      return RESPONSE_ALREADY_SENT;
    case 'reset-after':
      await answer();
      resetConnection(incoming);
      return RESPONSE_ALREADY_SENT;
    case 'truncate': {
      const response = await answer();
      const whole = Buffer.from(await response.arrayBuffer());
      const headers = { ...Object.fromEntries(response.headers), 'content-length': String(whole.byteLength) };
      outgoing.writeHead(response.status, headers);
      outgoing.write(whole.subarray(0, whole.byteLength >> 1), () => incoming.socket.destroy());
      return RESPONSE_ALREADY_SENT;
    }
    case 'status': {
      const headers: Record<string, string> =
        fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
      throw new HttpFailure(fault.status ?? 500, 'Something went wrong', headers);
    }
    case 'html':
      return context.html('<!doctype html><title>Gateway</title><h1>Please sign in</h1>', 200);
    case 'wrong-shape':
      return context.json([{ unexpected: true }, 42, null]);
    case 'continue-wait':
      return context.json(continueWait);
    case 'another-writer': {
      const target = deployment();
      if (target) await writeAsAnotherUser(target, fault.branch, fault.files);
      return answer();
    }
  }
}

/** Ends the connection. Only its session can do that over HTTP/2, and only a connection without encryption can be reset. */
function resetConnection(incoming: IncomingMessage | Http2ServerRequest): void {
  if (incoming instanceof Http2ServerRequest) incoming.stream.session?.destroy();
  else if (incoming.socket instanceof TLSSocket) incoming.socket.destroy();
  else incoming.socket.resetAndDestroy();
}

const author = { name: 'Another User', email: 'another.user@example.com' };

/** Edits a personal branch, commits to any other. Content by path; null deletes. @throws HttpFailure 404 */
function writeAsAnotherUser(
  deployment: LiveDeployment,
  branchName: string | undefined,
  changes: Readonly<Record<string, string | null>>,
): Promise<void> {
  return deployment.change(async () => {
    const branch = branchName ? requireBranch(deployment, branchName) : deployment.deployBranch;
    const files = new Map(await deployment.tree(branch));
    for (const [path, content] of Object.entries(changes)) {
      if (content === null) files.delete(requireProjectPath(path));
      else files.set(requireProjectPath(path), await deployment.repository.writeFile(Buffer.from(content)));
    }
    if (branch.ownerId !== null) await saveTree(deployment, branch, files);
    else await commit(deployment, branch, files);
  });
}

async function commit(deployment: LiveDeployment, branch: BranchRecord, files: Tree): Promise<void> {
  const { repository, now } = deployment;
  const tree = await repository.writeTree(files);
  branch.head = await repository.commit(
    { tree, parents: [branch.head], message: 'Change of another user' },
    author,
    now,
  );
  await repository.setBranch(branch.name, branch.head);
  await deployment.builds.queue(branch);
}
