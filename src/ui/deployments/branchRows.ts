/** The rows of a deployment's branches: production, the open dev branch, shared branches, dev branches. */

import type { Branch } from '../../contract/dataModel/branches.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { cachedRow } from '../tree/cachedRows.ts';
import { listRows } from '../tree/listRows.ts';
import { menuContext, paragraphs, type RowTarget, rowId } from '../tree/row.ts';
import { buildAppearance } from './buildAppearance.ts';
import type { BoundState, DeploymentState, DeploymentsRow, ListName } from './deploymentsState.ts';

export type BranchKind = 'production' | 'shared' | 'personal';

/** Same as `isPersonalBranch` of the contract, which would load more code at activation. */
const personalPrefix = 'dev-';

export function branchKind(branchName: string, deployBranch: string | undefined): BranchKind {
  if (branchName === deployBranch) return 'production';
  return branchName.startsWith(personalPrefix) ? 'personal' : 'shared';
}

/** @param followed names of the branches that bound folders follow */
export function branchRows(
  target: RowTarget,
  state: DeploymentState,
  followed: readonly string[],
  l10n: Localizer,
): DeploymentsRow[] {
  const { branches, builds, deployBranch, devMode } = state;
  const loaded = [...branches.items];
  // The production branch comes first, even if its page is not loaded.
  if (branches.phase === 'ready' && deployBranch && !loaded.some(({ name }) => name === deployBranch)) {
    loaded.push({ id: -1, name: deployBranch });
  }
  const order = { production: 0, open: 1, shared: 2, personal: 3 } as const;
  const rank = ({ name }: Branch) => {
    const kind = branchKind(name, deployBranch);
    return order[kind !== 'production' && name === devMode.branchName ? 'open' : kind];
  };
  const sorted = loaded.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  return listRows<ListName, RowTarget>({ id: `${rowId(target)}/branches`, target, list: 'branches' }, branches, l10n, {
    rows: unique(sorted).map((branch) => {
      const { name } = branch;
      const isFollowed = followed.includes(name);
      const own = name === devMode.branchName ? devMode : undefined;
      const inputs = [
        rowId(target),
        target.deploymentName,
        name === deployBranch,
        own,
        isFollowed,
        builds.get(name),
        l10n,
      ];
      return cachedRow(branch, inputs, () => branchRow(branch, target, state, isFollowed, l10n));
    }),
    empty: l10n.t('No branches'),
  });
}

/** The branches that folders follow and that were deleted. They are not in the list. */
export function deletedRows(target: RowTarget, bindings: readonly BoundState[], l10n: Localizer): DeploymentsRow[] {
  return bindings.flatMap(({ branchName, isGone, folder }): DeploymentsRow[] => {
    if (!isGone || branchName === undefined) return [];
    return [
      {
        id: `${rowId(target)}/deleted/${branchName}/${folder}`,
        kind: 'failure',
        label: branchName,
        description: l10n.t('deleted'),
        tooltip: paragraphs([
          `**${escapeMarkdown(branchName)}**`,
          l10n.t(
            'The branch was deleted. The files in the folder {0} stay as they are, and files that you save are not pushed.',
            escapeMarkdown(folder),
          ),
        ]),
        icon: 'warning',
        color: 'list.warningForeground',
        context: menuContext('gone'),
        expand: 'never',
        target,
        children: [],
      },
    ];
  });
}

/** A list that changes while its pages are loaded may contain an item twice. */
function unique(branches: readonly Branch[]): Branch[] {
  return [...new Map(branches.map((branch) => [branch.name, branch])).values()];
}

function branchRow(
  branch: Branch,
  parent: RowTarget,
  state: DeploymentState,
  followed: boolean,
  l10n: Localizer,
): DeploymentsRow {
  const { deployBranch, devMode, builds } = state;
  const { name } = branch;
  const kind = branchKind(name, deployBranch);
  const open = name === devMode.branchName;
  const staging = branch.isStagingEnvironmentEnabled === true;
  const from = branch.parentBranch ?? (open ? devMode.parentBranch : undefined);
  const status = builds.get(name);
  const build = status && buildAppearance(status, l10n);
  const kindLabel = { production: l10n.t('production'), shared: l10n.t('shared'), personal: l10n.t('dev branch') }[
    kind
  ];
  const parts = [
    kind === 'production' && kindLabel,
    open && l10n.t('open'),
    from && kind !== 'production' && l10n.t('from {0}', from),
    staging && l10n.t('staging on'),
    build && (build.tone === 'bad' || build.tone === 'working') && build.label,
  ].filter((part): part is string => typeof part === 'string' && part !== '');
  const icons = { production: 'globe', shared: 'git-branch', personal: 'account' } as const;
  const target: RowTarget = { ...parent, branchName: name };
  return {
    id: `${rowId(parent)}/branch/${name}`,
    kind: 'branch',
    label: name,
    description: parts.length > 0 ? parts.join(' · ') : kindLabel,
    tooltip: paragraphs([
      `**${escapeMarkdown(name)}**`,
      describeKind(kind, open, followed, l10n),
      from && l10n.t('Forked from {0}', escapeMarkdown(from)),
      staging && l10n.t('The staging environment is always on.'),
      build && l10n.t('Build: {0}', build.label),
      build?.detail && escapeMarkdown(build.detail),
      branch.lastHash && l10n.t('Last commit {0}', `\`${branch.lastHash.slice(0, 10).replaceAll('`', '')}\``),
    ]),
    icon: open ? 'target' : icons[kind],
    ...(open && followed ? { color: 'charts.blue' } : kind === 'production' ? { color: 'charts.green' } : {}),
    context: menuContext(
      'branch',
      kind,
      open && 'open',
      open && followed && 'followed',
      staging && 'staging',
      from && kind !== 'production' && 'child',
    ),
    expand: 'never',
    accessibleLabel: [
      name,
      kindLabel,
      ...parts.filter((part) => part !== kindLabel && part !== l10n.t('open')),
      open && l10n.t('open in dev mode'),
    ]
      .filter(Boolean)
      .join(', '),
    target,
    children: [],
  };
}

function describeKind(kind: BranchKind, open: boolean, followed: boolean, l10n: Localizer): string {
  if (open && followed)
    return l10n.t('Open in dev mode. Files that you save in the bound folder are pushed to this branch.');
  if (open) return l10n.t('Open in dev mode, but no folder in this window syncs with it.');
  switch (kind) {
    case 'production':
      return l10n.t('The production branch. Changes that are merged here are built and served.');
    case 'shared':
      return l10n.t('A shared branch. Opening it in dev mode creates your own dev branch from it.');
    case 'personal':
      return l10n.t('A dev branch.');
  }
}
