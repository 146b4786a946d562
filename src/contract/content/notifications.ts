/** Notifications about dashboards, and who receives them. Spec: “Notifications”, group F. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { record } from '../definition/record.ts';
import { listResponse, Timestamp, wholeNumber } from '../definition/shapes.ts';

const text = z.nullish(z.string());
const id = z.union([z.number(), z.string()]);
const values = record(z.string(), z.unknown());

/** A user of the platform, a viewer of an embed tenant, or an address. */
const NotificationRecipient = z.looseObject({
  userId: z.nullish(id),
  username: text,
  email: text,
  embedTenantName: text,
  externalId: text,
});

/** The fields of the dashboard that the notification shows. */
const contentFields = {
  filters: z.nullish(z.array(z.unknown())),
  /** Granularities by member. */
  timeGrains: z.nullish(values),
  /** Chosen members by the name of the switcher. */
  memberSwitchers: z.nullish(values),
  notificationAiSummary: z.optional(z.unknown()),
};

const Notification = z.looseObject({
  id,
  dashboardId: z.nullish(z.number()),
  dashboardPublicId: text,
  recipients: z.nullish(z.array(NotificationRecipient)),
  ...contentFields,
  createdAt: z.nullish(Timestamp),
  updatedAt: z.nullish(Timestamp),
});
export type Notification = z.output<typeof Notification>;

const NotificationsListResponse = listResponse(Notification);

const inputFields = z.strictObject({
  dashboardId: z.optional(z.int()),
  dashboardPublicId: z.optional(z.string().check(z.minLength(1))),
  recipients: z.optional(z.array(NotificationRecipient)),
  ...contentFields,
});
const namesOneDashboard = z.refine<z.output<typeof inputFields>>(
  ({ dashboardId, dashboardPublicId }) => (dashboardId === undefined) !== (dashboardPublicId === undefined),
  { path: ['dashboardId'], error: 'give exactly one of dashboardId and dashboardPublicId' },
);
const CreateNotificationInput = inputFields.check(namesOneDashboard);
const UpdateNotificationInput = inputFields.check(namesOneDashboard);

/** By the names of the specification, for the OpenAPI document. No operation that it names takes the inputs. */
export const notificationSchemas = {
  CreateNotificationInput,
  Notification,
  NotificationRecipient,
  NotificationsListResponse,
  UpdateNotificationInput,
};

export const notificationOperations = {
  listNotifications: operation({
    id: 'listNotifications',
    group: 'F',
    method: 'GET',
    path: '/notifications',
    summary: 'List the notifications that the caller owns, receives or manages',
    query: z.strictObject({
      dashboardPublicId: z.optional(z.string()),
      recipientUserId: z.optional(wholeNumber),
      recipientEmail: z.optional(z.string()),
      recipientEmbedTenantName: z.optional(z.string()),
      recipientExternalId: z.optional(z.string()),
    }),
    response: NotificationsListResponse,
    list: { item: Notification, paging: [] },
    permission: { all: ['DeploymentRead'] },
    failures: [{ status: 400, when: 'only one of `recipientEmbedTenantName` and `recipientExternalId` is given' }],
  }),
};
