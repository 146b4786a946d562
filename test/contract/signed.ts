/** Signed embed sessions for contract tests: an administrator creates the id, the viewer exchanges it for a token. */

import { operations } from '../../src/contract/operations.ts';
import type { Platform } from './platformUnderTest.ts';

export const minute = 60_000;
export const hour = 60 * minute;

export async function mint(platform: Platform, input: Record<string, unknown> = {}): Promise<string> {
  const { deploymentId, embedTenant } = platform.emulator;
  const body = { deploymentId, embedTenantName: embedTenant, externalId: 'ada', ...input };
  return (await platform.call(operations.generateEmbedSession, { body } as never, 'admin')).sessionId;
}

/** The viewer of a new session, as a caller of operations. */
export async function signedIn(platform: Platform, input: Record<string, unknown> = {}): Promise<{ token: string }> {
  const sessionId = await mint(platform, input);
  const { token } = await platform.call(operations.exchangeEmbedSession, { body: { sessionId } });
  return { token };
}

/** Sets whether a tenant may read the workbook of the sample's dashboard. */
export async function setAccess(platform: Platform, embedTenantName: string, action: 'read' | 'none'): Promise<void> {
  const { deploymentId, embedTenant, dashboardPublicId } = platform.emulator;
  const params = { deploymentId, embedTenantName: embedTenant };
  const workbooks = await platform.listAll(operations.listEmbedTenantWorkbooks, { params }, 'admin');
  const { id } = workbooks.find((workbook) => workbook.dashboardPublicId === dashboardPublicId)!;
  const input = { params: { deploymentId, workbookId: id }, body: { tenants: [{ embedTenantName, action }] } };
  await platform.call(operations.setEmbedAccess, input);
}

/** Moves the platform's clock forward. */
export async function pass(platform: Platform, advanceMs: number): Promise<void> {
  const authorization = `Bearer ${platform.keyOf('admin')}`;
  const { status, text } = await platform.sendRaw(
    { method: 'POST', path: '/_emulator/clock' },
    { body: { advanceMs } },
    authorization,
  );
  if (status !== 200) throw new Error(text);
}

/** The claims of a JSON Web Token. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
}
