/** Notifications about dashboards. Spec: “Notifications”, group F. */

import type { Notification } from '../../../contract/content/notifications.ts';
import type { QueryOf } from '../../../contract/definition/operation.ts';
import type { Operations } from '../../../contract/operations.ts';
import { canManage } from '../../content/workbooks.ts';
import type { Caller, Platform } from '../../platform/platform.ts';
import type { NotificationRecord, RecipientRecord } from '../../records/contentRecord.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';

type Filters = QueryOf<Operations['listNotifications']>;
type Recipient = NonNullable<Notification['recipients']>[number];

export const notificationHandlers: Pick<Handlers, 'listNotifications'> = {
  listNotifications: ({ platform, caller, query }) => {
    if ((query.recipientEmbedTenantName === undefined) !== (query.recipientExternalId === undefined)) {
      throw new HttpFailure(400, 'recipientExternalId: give it together with recipientEmbedTenantName');
    }
    const visible = platform.record.content.notifications.filter((entry) => isVisible(platform, caller, entry));
    const shown = visible.map((entry) => toNotification(platform, entry));
    return cursorPage(
      shown.filter((notification) => matches(notification, query)),
      {},
    );
  },
};

/** For its owner, its recipients, and those who manage the workbook of its dashboard. */
function isVisible(platform: Platform, caller: Caller, notification: NotificationRecord): boolean {
  const workbook = workbookOf(platform, notification);
  const { id, email } = caller.user;
  const isRecipient = ({ userId, email: address }: Recipient) => userId === id || address === email;
  return (
    canManage(caller, notification) ||
    (workbook !== undefined && canManage(caller, workbook)) ||
    recipientsOf(platform, notification).some(isRecipient)
  );
}

function matches({ dashboardPublicId, recipients }: Notification, filters: Filters): boolean {
  if (filters.dashboardPublicId !== undefined && filters.dashboardPublicId !== dashboardPublicId) return false;
  const wanted = Object.entries({
    userId: filters.recipientUserId,
    email: filters.recipientEmail,
    embedTenantName: filters.recipientEmbedTenantName,
    externalId: filters.recipientExternalId,
  }).filter(([, value]) => value !== undefined);
  return wanted.length === 0 || recipients!.some((one) => wanted.every(([name, value]) => one[name] === value));
}

function workbookOf({ record: { embed } }: Platform, { dashboardPublicId }: NotificationRecord) {
  return embed.workbooks.find(({ dashboard }) => dashboard?.publicId === dashboardPublicId);
}

/** Without the users who are gone. */
function recipientsOf(platform: Platform, { recipients }: NotificationRecord): Recipient[] {
  return recipients.map((recipient) => toRecipient(platform, recipient)).filter((recipient) => recipient !== undefined);
}

function toRecipient({ record }: Platform, recipient: RecipientRecord): Recipient | undefined {
  if ('email' in recipient) return recipient;
  if ('userId' in recipient) {
    const user = record.users.find(({ id }) => id === recipient.userId);
    return user && { userId: user.id, username: user.username, email: user.email };
  }
  const viewer = record.embed.users.find(({ id }) => id === recipient.embedUserId);
  const tenant = record.embed.tenants.find(({ id }) => id === viewer?.tenantId);
  return viewer && { embedTenantName: tenant?.name ?? null, externalId: viewer.externalId, email: viewer.email };
}

function toNotification(platform: Platform, notification: NotificationRecord): Notification {
  return {
    ...notification,
    dashboardId: workbookOf(platform, notification)?.id ?? null,
    recipients: recipientsOf(platform, notification),
  };
}
