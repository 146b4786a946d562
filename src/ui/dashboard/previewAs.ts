/** Switches a preview to the user of a preview profile. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { describeProfile } from '../../session/dashboard/previewProfiles.ts';
import type { App } from '../shell/app.ts';
import { type PickItem, pickItem } from '../shell/quickInput.ts';
import { readSetting } from '../shell/settings.ts';
import { editProfiles } from './editProfiles.ts';
import type { ProfileSource } from './newProfile.ts';
import type { DashboardPreview } from './preview/dashboardPreview.ts';

/** @throws CancelledError, PlatformError */
export async function previewAs(app: App, preview: DashboardPreview): Promise<void> {
  const platform = async () => (await preview.platform.open()).platform;
  const { scope, options } = preview;
  await preview.showAs(await pickProfile(app, { platform, scope, current: options.profile }));
}

/** The name of the profile; null for the user of the editor. @throws CancelledError, PlatformError */
export async function pickProfile(app: App, source: ProfileSource): Promise<string | null> {
  const { l10n } = vscode;
  const profiles = readSetting('dataModel.dashboard.profiles', source.scope);
  const mark = (name: string | null) => (name === source.current ? { icon: 'check' } : {});
  const items: (PickItem & { run: () => Promise<string | null> })[] = [
    { ...mark(null), label: l10n.t('Yourself'), run: async () => null },
    ...Object.entries(profiles).map(([name, profile]) => ({
      ...mark(name),
      label: name,
      description: describeProfile(profile),
      run: async () => name,
    })),
    { label: '', kind: vscode.QuickPickItemKind.Separator, run: async () => null },
    {
      icon: 'add',
      label: l10n.t('New Profile…'),
      run: async () => (await import('./newProfile.ts')).newProfile(app, source),
    },
    {
      icon: 'edit',
      label: l10n.t('Edit Preview Profiles'),
      run: async () => {
        await editProfiles();
        throw new CancelledError();
      },
    },
  ];
  const picked = await pickItem(items, {
    title: l10n.t('Preview as User'),
    placeHolder: l10n.t('Select as whom the dashboard is shown'),
    matchOnDescription: true,
  });
  if (!picked) throw new CancelledError();
  return picked.run();
}
