/** Creates a preview profile: asks for its user, groups and attributes, which the platform lists by page. */

import * as vscode from 'vscode';
import { CancelledError, isCancellation } from '../../base/errors.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { EmbedTenant, EmbedUser } from '../../contract/embedding/embedTenants.ts';
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
import { foldedError } from '../shell/errorText.ts';
import { needsSignIn } from '../shell/failureKinds.ts';
import { showWarning } from '../shell/notifications.ts';
import { pickFromList, pickManyFromList } from '../shell/pagedPick.ts';
import { askText } from '../shell/quickInput.ts';
import { readSetting, writeSetting } from '../shell/settings.ts';
import { editProfiles } from './editProfiles.ts';

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
  const said = new Set<string>();
  /** Why the platform does not list something; empty if the user has read it. */
  const newReason = (failure: unknown): string => {
    const { text } = foldedError(failure, l10n);
    if (said.has(text)) return '';
    said.add(text);
    return text;
  };
  /** Lets the user enter the value if the platform does not list it. */
  const orEnter = async <T>(pick: () => Promise<T>, enter: (reason: string) => Promise<T>): Promise<T> => {
    try {
      return await pick();
    } catch (failure) {
      if (isCancellation(failure) || needsSignIn(failure)) throw failure;
      return enter(newReason(failure));
    }
  };
  try {
    const none = listed<EmbedUser>(async function* () {});
    const other = { icon: 'edit', label: l10n.t('Enter Another…'), value: 'other' as const };
    const tenants = lifetime.add(new EmbedTenants(session, new KnownGroups(app.context.workspaceState)));
    const ofFolder = readSetting('dataModel.dashboard.embedTenant', scope);
    const enterTenant = (reason?: string) =>
      enter(name, l10n.t('Name of the embed tenant, or nothing for none'), { reason, value: ofFolder });
    const tenant = await orEnter(async () => {
      // The first row is the selected one.
      const first = { label: ofFolder, description: l10n.t('in the settings'), value: { name: ofFolder } };
      const picked = await pickFromList<EmbedTenant, { name: string } | 'none' | 'other'>(tenants.list, {
        title: name,
        placeholder: l10n.t('Select the embed tenant of the user'),
        accepts: (one) => one.name !== ofFolder,
        item: (one) => ({ label: one.name, description: one.displayName ?? '' }),
        extra: [...(ofFolder === '' ? [] : [first]), { label: l10n.t('No Embed Tenant'), value: 'none' }, other],
      });
      if (picked === 'other') return enterTenant();
      return picked === 'none' ? '' : picked.name;
    }, enterTenant);
    const enterUser = async (reason?: string) =>
      (await enter(name, l10n.t('External ID of the user, or nothing for yourself'), { reason })) || undefined;
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
      listOf(await enter(name, l10n.t('Names of groups, separated by commas'), { reason }));
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
    let withoutAttributes: string | undefined;
    const userAttributes = await orEnter(
      async () => {
        const list = listed((options) =>
          admin.pages(userAttributeOperations.listUserAttributes, { query: pageQuery }, options),
        );
        const picked = await pickManyFromList(list, {
          title: name,
          placeholder: l10n.t('Select the attributes to set'),
          isOptional: true,
          item: (one) => ({ label: one.name, description: one.type }),
        });
        const values: { name: string; value: unknown }[] = [];
        for (const one of picked) values.push({ name: one.name, value: await enterValue(one.name, one.type) });
        return values;
      },
      async (reason) => {
        withoutAttributes = reason;
        return [];
      },
    );
    const profile: PreviewProfile = {
      embedTenantName: tenant,
      ...(user === undefined ? {} : { externalId: user }),
      ...(groups.length > 0 ? { groups } : {}),
      ...(userAttributes.length > 0 ? { userAttributes } : {}),
    };
    await writeSetting('dataModel.dashboard.profiles', scope, (own) => ({ ...own, [name]: profile }));
    app.log.info(`Saved the preview profile ${name}.`);
    if (withoutAttributes !== undefined) void offerAttributes(name, withoutAttributes);
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

/** Says that the profile has no attributes because the platform does not list them. @param reason empty if it was said */
async function offerAttributes(name: string, reason: string): Promise<void> {
  const { l10n } = vscode;
  const edit = l10n.t('Edit Preview Profiles');
  const message = l10n.t(
    'The preview profile “{0}” has no user attributes, because the platform does not list them.',
    name,
  );
  const picked = await showWarning([message, reason].filter(Boolean).join(' '), edit);
  if (picked === edit) await editProfiles();
}

interface Entered {
  /** Why the platform does not list the value; empty if there is nothing to say. */
  reason?: string | undefined;
  value?: string;
}

async function enter(title: string, prompt: string, given: Entered = {}): Promise<string> {
  const { reason = '', value = '' } = given;
  const text = await askText({
    title,
    value,
    prompt: reason === '' ? prompt : `${prompt}. ${reason}`,
    ignoreFocusOut: true,
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
