import { toFile } from 'openai';
import type { Person } from './file-scene.ts';

export const CHAT_ENDPOINT = '/v1/chat/completions';

export interface LineFields {
  id?: string;
  model?: string;
  content?: string;
  body?: Record<string, unknown>;
}

/** Returns a line of a batch's input that requests a short chat. */
export function chatLine({
  id = 'a',
  model = 'gpt-4o-mini',
  content = 'hi',
  body = {},
}: LineFields = {}) {
  return {
    custom_id: id,
    method: 'POST',
    url: CHAT_ENDPOINT,
    body: { model, max_tokens: 100, messages: [{ role: 'user', content }], ...body },
  };
}

/** Uploads lines and creates a batch of them with the official client. */
export async function submitBatch(
  { openai }: Pick<Person, 'openai'>,
  lines: readonly unknown[] | string,
  endpoint = CHAT_ENDPOINT,
) {
  const text =
    typeof lines === 'string' ? lines : lines.map((each) => `${JSON.stringify(each)}\n`).join('');
  const file = await openai.files.create({
    file: await toFile(Buffer.from(text), 'in.jsonl'),
    purpose: 'batch',
  });
  return openai.batches.create({
    input_file_id: file.id,
    endpoint: endpoint as typeof CHAT_ENDPOINT,
    completion_window: '24h',
    metadata: { job: 'nightly' },
  });
}

/**
 * The cost of gpt-4o-mini tokens in a batch: half of 0.15 and 0.60 USD per million, in units of 2 microdollars.
 * In whole numbers, as 12 and 207 tokens cost exactly 31.5 units: fractions would sum up to less.
 */
export const batchPriceOf = (prompt: number, completion: number) =>
  Math.max(1, Math.round((prompt * 15 + completion * 60) / 400));
