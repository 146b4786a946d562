/** Creates a deployment and takes it through its creation; continues or resets a creation that stopped. */

import * as vscode from 'vscode';
import { CancelledError, isCancellation, messageOf } from '../../base/errors.ts';
import { branchOperations } from '../../contract/dataModel/branches.ts';
import { creationStepOperations } from '../../contract/deployments/creationSteps.ts';
import { type Deployment, deploymentOperations, type Region } from '../../contract/deployments/deployments.ts';
import type { Connection } from '../../session/connection.ts';
import { LazyList } from '../../session/lazyList.ts';
import type { PlatformSession } from '../../session/platformSession.ts';
import { openInDevMode } from '../branches/openDevMode.ts';
import type { App } from '../shell/app.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { foldedError } from '../shell/errorText.ts';
import { needsSignIn } from '../shell/failureKinds.ts';
import { confirm, showError, showFailure, showInformation, showStatus, withProgress } from '../shell/notifications.ts';
import { askText, type PickItem, pickItem } from '../shell/quickInput.ts';
import type { RowTarget } from '../tree/row.ts';
import { advanceToReady, type CreationSource, creationMethodOf, creationStepLabel } from './creation.ts';
import { pickRepository, type RepositoryChoice } from './pickRepository.ts';

export type Reveal = (target: RowTarget) => Promise<void>;

const cloudProviders = ['svccloud', 'aws', 'gcp'] as const;
type CloudProvider = (typeof cloudProviders)[number];

export async function createDeployment(app: App, connection: Connection, reveal: Reveal): Promise<void> {
  const { l10n } = vscode;
  const session = await connection.open();
  const [regions, names] = await loadForCreation(session);
  // The only region is not asked for.
  const steps = regions.length > 1 ? 3 : 2;
  const titleOf = (step: number) => l10n.t('Create Deployment ({0} of {1})', step, steps);
  const name = await askText({
    title: titleOf(1),
    prompt: l10n.t('Name'),
    ignoreFocusOut: true,
    validateInput: (value) =>
      names.has(value.trim()) ? l10n.t('A deployment named “{0}” exists.', value.trim()) : undefined,
  });
  if (!name?.trim()) throw new CancelledError();
  const source = await pickSource(titleOf(2));
  const repository = source === 'github' ? await pickRepository(session.client, titleOf(2)) : undefined;
  const region = await pickRegion(regions, titleOf(3));
  const body = { name: name.trim(), creationMethod: creationMethodOf(source), ...region };
  const created = await withProgress(l10n.t('Creating “{0}”', body.name), (signal) =>
    session.writer.call(deploymentOperations.createDeployment, { body }, { signal }),
  );
  app.log.info(`Created deployment ${created.id}`);
  const creation = { connection, session, deployment: created, source, repository };
  await advance(app, creation).finally(() => reveal({ connectionId: connection.id, deploymentId: String(created.id) }));
}

export async function continueCreation(app: App, { connection, deployment }: SelectedDeployment): Promise<void> {
  const session = await connection.open();
  const params = { deploymentId: deployment.id };
  await advance(app, {
    connection,
    session,
    deployment: await session.client.call(deploymentOperations.getDeployment, { params }),
  });
}

/** Goes back to the first step. The files stay. */
export async function resetCreation({ connection, deployment, name }: SelectedDeployment): Promise<void> {
  const { l10n } = vscode;
  const session = await connection.open();
  const detail = l10n.t('It goes back to its first step. Its files stay.');
  if (!(await confirm(l10n.t('Reset the creation of “{0}”?', name), detail, l10n.t('Reset'))))
    throw new CancelledError();
  await withProgress(l10n.t('Resetting the creation of “{0}”', name), (signal) =>
    reset(session, deployment.id, signal),
  );
  await session.deployments.reload();
}

interface Creation {
  connection: Connection;
  session: PlatformSession;
  deployment: Deployment;
  /** Only of a new deployment. */
  source?: CreationSource;
  repository?: RepositoryChoice | undefined;
}

/** Asks after a failure whether to repeat the step, or to start again with the first one. */
async function advance(app: App, { connection, session, deployment, source, repository }: Creation): Promise<void> {
  const { l10n } = vscode;
  const { writer } = session;
  const { name } = deployment;
  const params = { deploymentId: deployment.id };
  let chosen = repository;
  let last = deployment.creationStep ?? 'project';
  for (let current = deployment; ; ) {
    try {
      const { creationStep } = await withProgress(l10n.t('Creating “{0}”', name), (signal, report) =>
        advanceToReady(writer, current, {
          l10n,
          source,
          signal,
          connectRepository: async () => {
            chosen ??= await pickRepository(writer, l10n.t('Connect a Repository to “{0}”', name));
            await writer.call(branchOperations.connectGithub, { params, body: chosen }, { signal });
          },
          onStep: (step) => {
            last = step;
            report(creationStepLabel(step, l10n));
          },
        }),
      );
      await session.deployments.reload();
      if (creationStep === 'upload' || creationStep === 'ssh') return showMissingFiles(name);
      await followProduction(app, session, deployment);
      return offerDevMode(app, connection, session, deployment);
    } catch (failure) {
      await session.deployments.reload();
      const step = creationStepLabel(last, l10n);
      if (isCancellation(failure)) {
        showStatus(l10n.t('The creation of “{0}” stopped at the step “{1}”', name, step));
        throw failure;
      }
      // “Continue Deployment Creation” goes on after the sign-in.
      if (needsSignIn(failure)) throw failure;
      app.log.warn(messageOf(failure));
      const tryAgain = l10n.t('Try Again');
      const startOver = l10n.t('Start Over');
      const message = l10n.t(
        'The creation of “{0}” stopped at the step “{1}”. {2}',
        name,
        step,
        foldedError(failure, l10n).text,
      );
      const choice = await showError(message, tryAgain, startOver);
      if (choice === undefined) throw new CancelledError();
      const read = () => writer.call(deploymentOperations.getDeployment, { params });
      current = choice === startOver ? await reset(session, deployment.id) : await read();
    }
  }
}

function reset({ writer }: PlatformSession, deploymentId: string | number, signal?: AbortSignal): Promise<Deployment> {
  return writer.call(creationStepOperations.resetCreationStep, { params: { deploymentId } }, { signal });
}

/** Does not wait for an answer, because the deployment is created. */
function showMissingFiles(name: string): void {
  const { l10n } = vscode;
  void showInformation(
    l10n.t(
      'Created “{0}”. It has no files yet: bind a workspace folder to it, merge the folder’s dev branch to production, then run “Continue Creation”.',
      name,
    ),
  );
}

/** Does not wait for an answer, because the deployment is created. */
function offerDevMode(app: App, connection: Connection, session: PlatformSession, { id, name }: Deployment): void {
  const { l10n } = vscode;
  const open = l10n.t('Open Branch in Dev Mode');
  const text = l10n.t('Created “{0}”. Open its production branch in dev mode to change the model.', name);
  const show = async () => {
    if ((await showInformation(text, open)) !== open) return;
    const deployment = session.deployment(id);
    await openInDevMode(app, { connection, deployment, name }, await deployment.deployBranch());
  };
  show().catch((failure: unknown) => showFailure(failure, app));
}

async function followProduction(app: App, session: PlatformSession, { id }: Deployment): Promise<void> {
  const deployment = session.deployment(id);
  deployment.builds.follow(await deployment.deployBranch(), (failure) => app.log.debug(messageOf(failure)));
}

async function pickSource(title: string): Promise<CreationSource> {
  const { l10n } = vscode;
  const items: (PickItem & { source: CreationSource })[] = [
    { label: l10n.t('Demo Data Model'), detail: l10n.t('Starts with a sample that you can change.'), source: 'demo' },
    { label: l10n.t('GitHub Repository'), detail: l10n.t('Builds a branch of a repository.'), source: 'github' },
    { label: l10n.t('Upload'), detail: l10n.t('Starts empty; you push a folder to it.'), source: 'upload' },
    { label: l10n.t('Git over SSH'), detail: l10n.t('Starts empty; you push a git repository to it.'), source: 'ssh' },
  ];
  const picked = await pickItem(items, {
    title,
    placeHolder: l10n.t('Select where its files come from'),
    ignoreFocusOut: true,
  });
  if (!picked) throw new CancelledError();
  return picked.source;
}

/** The regions, and the names of the deployments that exist. */
function loadForCreation({ client, deployments }: PlatformSession): Promise<[Region[], Set<string>]> {
  return withProgress(
    vscode.l10n.t('Loading regions'),
    async () => {
      const regions = new LazyList((signal) => client.pages(deploymentOperations.listRegions, {}, { signal }));
      const [all, existing] = await Promise.all([regions.all(), deployments.all()]);
      return [[...all], new Set(existing.map(({ name }) => name))];
    },
    { location: vscode.ProgressLocation.Window },
  );
}

/** A platform without regions selects one itself. */
async function pickRegion(
  regions: readonly Region[],
  title: string,
): Promise<{ region?: string; cloudProvider?: CloudProvider }> {
  const { l10n } = vscode;
  const items = regions.map((region) => ({
    label: region.title ?? region.name,
    description: [region.title && region.name, region.provider].filter(Boolean).join(' · '),
    region,
  }));
  const picked =
    items.length < 2
      ? items[0]
      : await pickItem(items, {
          title,
          placeHolder: l10n.t('Select a region'),
          ignoreFocusOut: true,
        });
  if (!picked && items.length > 0) throw new CancelledError();
  if (!picked) return {};
  const { name, provider } = picked.region;
  const known = cloudProviders.find((each) => each === provider);
  return { region: name, ...(known && { cloudProvider: known }) };
}
