/** The filters of an export of the audit log. Spec: group A. */

import type { QueryOf } from '../../contract/definition/operation.ts';
import type { auditLogOperations } from '../../contract/deployments/auditLogs.ts';
import type { Localizer } from '../shell/localizer.ts';

export type AuditFilters = QueryOf<typeof auditLogOperations.exportAuditLog>;
export type AuditFilterName = keyof AuditFilters;

export interface AuditFilterInput {
  name: AuditFilterName;
  label: string;
  prompt: string;
}

export function auditFilterInputs(l10n: Localizer): AuditFilterInput[] {
  const date = l10n.t(
    'A date such as 2026-01-31, or a time such as 2026-01-31T08:00:00Z, in UTC. Leave it empty for no limit.',
  );
  return [
    { name: 'start', label: l10n.t('From'), prompt: date },
    { name: 'end', label: l10n.t('To'), prompt: date },
    { name: 'userEmail', label: l10n.t('User'), prompt: l10n.t('Email address of the user') },
    { name: 'eventName', label: l10n.t('Event'), prompt: l10n.t('Name of the event, such as updateDeployment') },
    { name: 'search', label: l10n.t('Text'), prompt: l10n.t('Words that an event contains') },
  ];
}

/** Why a filter cannot have this value; undefined if it can. */
export function auditFilterProblem(name: AuditFilterName, text: string, l10n: Localizer): string | undefined {
  if (text === '' || (name !== 'start' && name !== 'end')) return undefined;
  const isIso = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/.test(text);
  return isIso && isCalendarDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))
    ? undefined
    : l10n.t('This is not a date or time in the form of ISO 8601.');
}

function isCalendarDate(day: string): boolean {
  const time = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** With one filter set or, without a text, removed. */
export function withAuditFilter(filters: AuditFilters, name: AuditFilterName, text: string): AuditFilters {
  const { [name]: _, ...rest } = filters;
  return text.trim() === '' ? rest : { ...rest, [name]: text.trim() };
}
