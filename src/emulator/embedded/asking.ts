/** Answers the questions of embedded viewers from the metadata of their branch. Where AI is switched off, nobody gets an answer. */

import { HttpFailure } from '../errors/httpFailure.ts';
import { type MetaCube, type Understood, understand } from './understanding.ts';
import type { EmbedSettings } from './wire.ts';

export interface Asking {
  question: string;
  /** `…/v1` */
  dataApiUrl: string;
  token: string;
  settings: EmbedSettings;
  account: EmbedSettings;
  signal: AbortSignal;
}

/** @throws HttpFailure 403 where AI is off, 422 for a question that names nothing of the model */
export async function answerQuestion({
  question,
  dataApiUrl,
  token,
  settings,
  account,
  signal,
}: Asking): Promise<Understood> {
  if ((settings.allowAi ?? account.allowAi) === false)
    throw new HttpFailure(403, 'AI is switched off for this session');
  const cubes = await metaOf(dataApiUrl, token, signal);
  const understood = understand(question, cubes);
  if (!understood) {
    const views = cubes.filter(({ type }) => type === 'view').map(({ title, name }) => title ?? name);
    throw new HttpFailure(422, `No measure or dimension of ${views.join(', ') || 'the model'} is named like that`);
  }
  return understood;
}

/** What the branch's model offers. @throws HttpFailure 502 */
export async function metaOf(dataApiUrl: string, token: string, signal: AbortSignal): Promise<readonly MetaCube[]> {
  for (let pause = 50; ; pause = Math.min(pause * 2, 1000)) {
    const response = await fetch(`${dataApiUrl}/meta`, { headers: { authorization: token }, signal });
    const answer = (await response.json().catch(() => ({}))) as { cubes?: readonly MetaCube[]; error?: string };
    if (answer.cubes) return answer.cubes;
    if (answer.error !== 'Continue wait') throw new HttpFailure(502, answer.error ?? 'The data API sent no metadata');
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal.throwIfAborted();
  }
}
