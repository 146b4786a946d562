/** Creates a preview profile: asks for its user, groups and attributes, which the platform lists by page. */

import * as vscode from 'vscode';
import { CancelledError, isCancellation } from '../../base/errors.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { EmbedUser } from '../../contract/embedding/embedTenants.ts';
import { groupOperations } from '../../contract/users/groups.ts';
import { userAttributeOperations } from '../../contract/users/userAttributes.ts';
import { attributeValue, listOf } from '../../session/dashboard/attributeValue.ts';
import type { PreviewProfile } from '../../session/dashboard/previewProfiles.ts';
import { pageQuery } from '../../session/embedding/embedTenant.ts';
import { EmbedTenants } from '../../session/embedding/embedTenants.ts';
import { KnownGroups } from '../../session/embedding/knownGroups.ts';
import { LazyList, type LoadedPage } from '../../session/lazyList.ts';
import type { PlatformSession } from '../../session/platformSession.ts';
import type { App } from '../shell/app.ts';
import { errorText } from '../shell/errorText.ts';
import { pickFromList, pickManyFromList } from '../shell/pagedPick.ts';
import { askText } from '../shell/quickInput.ts';
import { readSetting, writeSetting } from '../shell/settings.ts';

/** The preview or folder for which a profile is selected. */
export interface ProfileSource {
  platform(): Promise<PlatformSession>;
  /** The scope of the settings. */
  scope: vscode.Uri | undefined;
  /** The selected profile; null: the user of the editor. */
  current: string | null;
}

/** Saves the profile to the settings. @returns its name @throws CancelledError, PlatformError */
export async function newProfile(app: App, { platform, scope }: ProfileSource): Promise<string> {
  const { l10n } = vscode;
  const name = await enterName(Object.keys(readSetting('dataModel.dashboard.profiles', scope)));
  const session = await platform();
  const { admin } = session;
  const lifetime = new Lifetime();
  const listed = <T>(open: (options: { signal: AbortSignal }) => AsyncIterable<LoadedPage<T>>) =>
    lifetime.add(new LazyList((signal) => open({ signal })));
  /** Lets the user enter the value if the platform does not list it. */
  const orEnter = async <T>(pick: () => Promise<T>, enter: (reason: string) => Promise<T>): Promise<T> => {
    try {
      return await pick();
    } catch (failure) {
      if (isCancellation(failure)) throw failure;
      return enter(errorText(failure, l10n));
    }
  };
  try {
    const none = listed<EmbedUser>(async function* () {});
    const other = { icon: 'edit', label: l10n.t('Enter Another…'), value: 'other' as const };
    const tenants = lifetime.add(new EmbedTenants(session, new KnownGroups(app.context.workspaceState)));
    const enterTenant = (reason?: string) => enter(name, l10n.t('Name of the embed tenant'), reason);
    const tenant = await orEnter(async () => {
      const picked = await pickFromList(tenants.list, {
        title: name,
        placeholder: l10n.t('Select the embed tenant of the user'),
        item: (one) => ({ label: one.name, description: one.displayName ?? '' }),
        extra: [{ label: l10n.t('No Embed Tenant'), value: 'none' as const }, other],
      });
      if (picked === 'other') return enterTenant();
      return picked === 'none' ? '' : picked.name;
    }, enterTenant);
    const enterUser = (reason?: string) => enter(name, l10n.t('External ID of the user'), reason);
    const user = await orEnter(async () => {
      const picked = await pickFromList(tenant === '' ? none : tenants.tenant(tenant).users, {
        title: name,
        placeholder: l10n.t('Select the user'),
        accepts: ({ externalId }) => Boolean(externalId),
        item: ({ externalId, displayName, email }) => ({
          label: externalId ?? '',
          description: [displayName, email].filter(Boolean).join(' · '),
        }),
        extra: [{ label: l10n.t('Yourself'), value: 'self' as const }, other],
      });
      if (picked === 'other') return enterUser();
      return picked === 'self' ? undefined : (picked.externalId ?? undefined);
    }, enterUser);
    const enterGroups = async (reason?: string) =>
      listOf(await enter(name, l10n.t('Names of groups, separated by commas'), reason, true));
    const groups = await orEnter(async () => {
      const list = listed((options) => admin.pages(groupOperations.listGroups, { query: pageQuery }, options));
      const picked = await pickManyFromList(list, {
        title: name,
        placeholder: l10n.t('Select the groups, which select access policies of the model'),
        item: (one) => ({ label: one.name, description: one.description ?? '' }),
        extra: [other],
      });
      const named = picked.flatMap((one) => (one === 'other' ? [] : one.name));
      return picked.includes('other') ? [...named, ...(await enterGroups())] : named;
    }, enterGroups);
    const userAttributes = await orEnter(
      async () => {
        const list = listed((options) =>
          admin.pages(userAttributeOperations.listUserAttributes, { query: pageQuery }, options),
        );
        const picked = await pickManyFromList(list, {
          title: name,
          placeholder: l10n.t('Select the attributes to set'),
          item: (one) => ({ label: one.name, description: one.type }),
        });
        const values: { name: string; value: unknown }[] = [];
        for (const one of picked) values.push({ name: one.name, value: await enterValue(one.name, one.type) });
        return values;
      },
      async () => [],
    );
    const profile: PreviewProfile = {
      embedTenantName: tenant,
      ...(user === undefined ? {} : { externalId: user }),
      ...(groups.length > 0 ? { groups } : {}),
      ...(userAttributes.length > 0 ? { userAttributes } : {}),
    };
    await writeSetting('dataModel.dashboard.profiles', scope, (own) => ({ ...own, [name]: profile }));
    app.log.info(`Saved the preview profile ${name}.`);
    return name;
  } finally {
    lifetime.dispose();
  }
}

async function enterName(taken: readonly string[]): Promise<string> {
  const { l10n } = vscode;
  const name = await askText({
    title: l10n.t('New Preview Profile'),
    prompt: l10n.t('Name of the profile, for example the role of its user'),
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return '';
      return taken.includes(text.trim()) ? l10n.t('There is a profile “{0}” already.', text.trim()) : undefined;
    },
  });
  if (name === undefined) throw new CancelledError();
  return name.trim();
}

/** @param reason why the platform does not list the value */
async function enter(title: string, prompt: string, reason = '', mayBeEmpty = false): Promise<string> {
  const text = await askText({
    title,
    prompt: reason === '' ? prompt : `${prompt}. ${reason}`,
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' && !mayBeEmpty ? '' : undefined),
  });
  if (text === undefined) throw new CancelledError();
  return text.trim();
}

async function enterValue(name: string, type: string): Promise<unknown> {
  const { l10n } = vscode;
  const isList = type.endsWith('_array');
  const text = await askText({
    title: name,
    prompt: isList ? l10n.t('Values of {0}, separated by commas', name) : l10n.t('Value of {0}', name),
    ignoreFocusOut: true,
    validateInput: (value) =>
      attributeValue(type, value) === undefined ? l10n.t('The attribute has the type {0}.', type) : undefined,
  });
  if (text === undefined) throw new CancelledError();
  return attributeValue(type, text);
}
