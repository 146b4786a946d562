/** A dashboard, or one of its widgets, as a file: asks the data API what the page would ask, draws what the page would draw. */

import { messageOf, UserError } from '../../base/errors.ts';
import type { DataAnswer } from './charts/answer.ts';
import { narrowed, type WidgetDefinition } from './charts/definition.ts';
import type { Filled, PageToRender, RenderPage } from './render/pageToRender.ts';

export const renderPage: RenderPage = async (page) => {
  const widgets = page.dashboard.widgets.filter(({ id }) => page.widgetId === undefined || id === page.widgetId);
  const filled = await Promise.all(widgets.map((widget) => fill(widget, page)));
  const [first] = filled;
  if (first && filled.every((one) => 'failure' in one) && 'failure' in first) throw new UserError(first.failure);
  // Drawing takes libraries that nothing else here needs.
  const { drawPage } = await import('./render/drawPage.ts');
  return drawPage(page, filled);
};

async function fill(
  widget: WidgetDefinition,
  { dataApiUrl, token, filters, timezone, signal }: PageToRender,
): Promise<Filled> {
  const query = narrowed(widget.query, filters, timezone);
  try {
    for (let pause = 50; ; pause = Math.min(pause * 2, 1000)) {
      const response = await fetch(`${dataApiUrl}/load`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
        signal,
      });
      const answer = (await response.json()) as Partial<DataAnswer> & { error?: string };
      if (answer.data) return { widget, answer: { data: answer.data, annotation: answer.annotation ?? {} } };
      if (answer.error !== 'Continue wait') return { widget, failure: answer.error ?? 'No data' };
      await new Promise((resolve) => setTimeout(resolve, pause));
      signal.throwIfAborted();
    }
  } catch (failure) {
    signal.throwIfAborted();
    return { widget, failure: messageOf(failure) };
  }
}
