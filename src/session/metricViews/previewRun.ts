/** Converts a build to metric views, which publishes nothing: starts the conversion and waits for its end. Spec: group H. */

import { delay } from '../../base/async.ts';
import { errorCatalog } from '../../base/errors.ts';
import { metricViewOperations } from '../../contract/dataModel/metricViews.ts';
import type { ResponseOf } from '../../contract/definition/operation.ts';
import type { ResourceWriter } from '../../platform/client.ts';

export const metricViewErrors = errorCatalog({
  /** `{0}`: the platform's reason. */
  failed: { message: 'The conversion to metric views failed: {0}' },
  'failed-without-reason': { message: 'The conversion to metric views failed. The platform gives no reason.' },
  'cancelled-elsewhere': {
    message: 'Another client cancelled the conversion to metric views.',
    action: 'Start the preview again.',
  },
});

type PreviewStatus = ResponseOf<typeof metricViewOperations.getMetricViewPreview>;

interface PreviewOptions {
  /** Cancels the conversion on the platform, too. */
  signal: AbortSignal;
  onStatus: (status: PreviewStatus) => void;
  /** Milliseconds between two polls; the last one repeats. */
  intervalsMs?: readonly number[];
}

const defaultIntervals = [300, 600, 1_000, 2_000];

/** @returns the id of the preview, whose result is there. @throws UserError, PlatformError, CancelledError */
export async function runPreview(
  client: ResourceWriter,
  { deploymentId, dataSourceName }: { deploymentId: string; dataSourceName: string },
  { signal, onStatus, intervalsMs = defaultIntervals }: PreviewOptions,
): Promise<string> {
  const input = { params: { deploymentId }, body: { dataSourceName } };
  const { previewId } = await client.call(metricViewOperations.startMetricViewPreview, input, { signal });
  const params = { deploymentId, previewId };
  try {
    for (let step = 0; ; step += 1) {
      const status = await client.call(metricViewOperations.getMetricViewPreview, { params }, { signal });
      onStatus(status);
      if (status.status === 'completed') return previewId;
      if (status.status === 'cancelled') throw metricViewErrors.error('cancelled-elsewhere');
      if (status.status === 'failed') {
        throw status.error
          ? metricViewErrors.error('failed', [status.error])
          : metricViewErrors.error('failed-without-reason');
      }
      await delay(intervalsMs[Math.min(step, intervalsMs.length - 1)]!, signal);
    }
  } catch (failure) {
    if (signal.aborted) await client.call(metricViewOperations.cancelMetricViewPreview, { params });
    throw failure;
  }
}
