/** The previews of a deployment's metric views: queued, converted one after another, kept for a time. Spec: group H; Limits. */

import { randomUUID } from 'node:crypto';
import { stringify } from 'yaml';
import { Limit, raceAbort } from '../../base/async.ts';
import { messageOf } from '../../base/errors.ts';
import type { MetricView, MetricViewField, ModelRequest, ModelResponse } from '../../compiler/modelRequest.ts';
import type { PreviewRecord } from '../records/metricViewsRecord.ts';
import type { BranchRecord } from '../records/platformRecord.ts';
import type { BranchModel } from './compilations.ts';
import type { DeploymentState } from './deploymentState.ts';

/** Milliseconds. Limits: “Metric view preview retention”. */
export const previewRetention = 7 * 24 * 3_600_000;

type Build = NonNullable<BranchRecord['served']>;

export class MetricViewPreviews {
  readonly #deployment: DeploymentState;
  readonly #conversions = new Limit(1);
  readonly #open = new Map<PreviewRecord, AbortController>();

  constructor(deployment: DeploymentState) {
    this.#deployment = deployment;
  }

  find(id: string): PreviewRecord | undefined {
    this.#dropExpired();
    return this.#deployment.record.metricViews.previews.find((preview) => preview.id === id);
  }

  /** Converts the model of a branch's build. */
  start(
    branch: BranchRecord,
    { jobId, filesHash: tree, env }: Build,
    input: Pick<PreviewRecord, 'dataSourceName' | 'names'>,
  ): PreviewRecord {
    const { clock, closing, inBackground } = this.#deployment.services;
    const now = clock();
    const ofJob = {
      converted: 0,
      total: null,
      error: null,
      createdAt: now,
      updatedAt: now,
      metricViews: [],
      skipped: [],
    };
    const preview: PreviewRecord = { id: randomUUID(), status: 'queued', jobId, ...input, ...ofJob };
    this.#dropExpired();
    this.#deployment.record.metricViews.previews.push(preview);
    const abort = new AbortController();
    this.#open.set(preview, abort);
    inBackground(this.#perform(preview, { branch, tree, variables: env }, AbortSignal.any([abort.signal, closing])));
    return preview;
  }

  /** A preview that has ended does not change. */
  cancel(preview: PreviewRecord): void {
    if (isOpen(preview)) this.#end(preview, 'cancelled', 'The conversion was cancelled');
    this.#open.get(preview)?.abort();
  }

  /** Ends the previews that a restart of the emulator interrupted. */
  resume(): void {
    for (const preview of this.#deployment.record.metricViews.previews) {
      if (isOpen(preview)) this.#end(preview, 'failed', 'The platform was restarted during the conversion');
    }
  }

  dispose(): void {
    for (const abort of this.#open.values()) abort.abort();
  }

  async #perform(preview: PreviewRecord, model: BranchModel, signal: AbortSignal): Promise<void> {
    try {
      await this.#conversions.run(() => this.#convert(preview, model, signal), signal);
    } catch (failure) {
      // A cancelled preview has ended already; one that the emulator's end interrupts ends at the next start.
      if (!signal.aborted) this.#end(preview, 'failed', messageOf(failure));
    } finally {
      this.#open.delete(preview);
    }
    await this.#deployment.services.save().catch((failure) => {
      this.#deployment.services.log.error(`The state was not saved: ${messageOf(failure)}`);
    });
  }

  async #convert(preview: PreviewRecord, model: BranchModel, signal: AbortSignal): Promise<void> {
    preview.status = 'running';
    await raceAbort(this.#deployment.services.metricViewStep(signal), signal);
    const listed = await this.#ask(model, { kind: 'names', securityContext: {} }, signal);
    const names = preview.names ?? (listed.kind === 'names' ? listed.names : []);
    preview.total = names.length;
    for (const name of names) {
      const answer = await this.#ask(model, { kind: 'metricView', name, securityContext: {} }, signal);
      if (answer.kind === 'metricView' && answer.view.dataSource === preview.dataSourceName) {
        const { kind, warnings } = answer.view;
        preview.metricViews.push({ name, kind, yaml: metricViewYaml(answer.view), warnings: [...warnings] });
      } else {
        const otherSource = `It does not belong to the data source '${preview.dataSourceName}'`;
        preview.skipped.push({ name, reason: answer.kind === 'refused' ? answer.message : otherSource });
      }
      preview.converted += 1;
      preview.updatedAt = this.#deployment.services.clock();
    }
    if (preview.metricViews.length === 0) {
      const [first] = preview.skipped.map(({ name, reason }) => `'${name}': ${reason}`);
      throw new Error(`No cube or view can be converted. ${first ?? ''}`.trim());
    }
    this.#end(preview, 'completed', null);
  }

  async #ask(model: BranchModel, request: ModelRequest, signal: AbortSignal): Promise<ModelResponse> {
    const { services, repository } = this.#deployment;
    const answer = await services.compilations.ask(repository, model, request, signal);
    if (answer.kind === 'broken') throw new Error(answer.errors.map(({ message }) => message).join('\n'));
    return answer;
  }

  #end(preview: PreviewRecord, status: PreviewRecord['status'], error: string | null): void {
    if (status !== 'completed') preview.metricViews = [];
    Object.assign(preview, { status, error, updatedAt: this.#deployment.services.clock() });
  }

  #dropExpired(): void {
    const { metricViews } = this.#deployment.record;
    const now = this.#deployment.services.clock();
    const isKept = ({ createdAt }: PreviewRecord) => now - createdAt < previewRetention;
    for (const [preview, abort] of this.#open) if (!isKept(preview)) abort.abort();
    metricViews.previews = metricViews.previews.filter(isKept);
  }
}

export function isOpen({ status }: PreviewRecord): boolean {
  return status === 'queued' || status === 'running';
}

function metricViewYaml({ source, comment, joins, dimensions, measures }: MetricView): string {
  const document = {
    version: '1.1',
    ...(comment !== null && { comment }),
    source,
    ...(joins.length > 0 && { joins }),
    ...(dimensions.length > 0 && { dimensions: dimensions.map(toField) }),
    ...(measures.length > 0 && { measures: measures.map(toField) }),
  };
  return stringify(document, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
}

function toField({ name, expr, displayName, comment }: MetricViewField) {
  return { name, expr, display_name: displayName, ...(comment !== null && { comment }) };
}
