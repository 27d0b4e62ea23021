import type { ServerResponse } from 'node:http';
import { sendError, sendJson } from './answer.ts';
import { playFault } from './faults.ts';
import { readScript, usageOf } from './script.ts';

export const SIMULATED_MODELS = [
  'gpt-4o',
  'gpt-4o-mini',
  'gpt-5-mini',
  'text-embedding-3-small',
  'omni-moderation-latest',
];

const firstText = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) && typeof value[0] === 'string' ? value[0] : '';

/** POST /v1/completions. */
export function answerCompletion(
  body: { model: string; prompt: unknown; stream?: boolean; stream_options?: { include_usage?: boolean } },
  response: ServerResponse,
): void {
  const script = readScript(firstText(body.prompt));
  if (playFault(response, script.fault)) return;
  const usage = usageOf(script);
  const base = { id: 'cmpl-simulated', object: 'text_completion', created: 1_760_000_000, model: body.model };
  if (!body.stream) {
    return sendJson(response, 200, {
      ...base,
      choices: [{ index: 0, text: script.text, logprobs: null, finish_reason: 'stop' }],
      ...(usage ? { usage } : {}),
    });
  }
  const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(event({ ...base, choices: [{ index: 0, text: script.text, finish_reason: null }] }));
  response.write(event({ ...base, choices: [{ index: 0, text: '', finish_reason: 'stop' }] }));
  if (body.stream_options?.include_usage && usage) response.write(event({ ...base, choices: [], usage }));
  response.end('data: [DONE]\n\n');
}

/** POST /v1/embeddings: three numbers an input, as floats or base64. */
export function answerEmbeddings(
  body: { model: string; input: unknown; encoding_format?: string },
  response: ServerResponse,
): void {
  const script = readScript(firstText(body.input));
  if (playFault(response, script.fault)) return;
  const inputs = Array.isArray(body.input) ? body.input : [body.input];
  const vector = [0.25, -0.5, 0.125];
  const embedding =
    body.encoding_format === 'base64' ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector;
  const promptTokens = script.fault === 'zero-usage' ? 0 : script.prompt_tokens;
  sendJson(response, 200, {
    object: 'list',
    data: inputs.map((_input, index) => ({ object: 'embedding', index, embedding })),
    model: body.model,
    ...(script.fault === 'no-usage' ? {} : { usage: { prompt_tokens: promptTokens, total_tokens: promptTokens } }),
  });
}

/** POST /v1/moderations. */
export function answerModerations(body: { model?: string; input: unknown }, response: ServerResponse): void {
  const script = readScript(firstText(body.input));
  if (playFault(response, script.fault)) return;
  sendJson(response, 200, {
    id: 'modr-simulated',
    model: body.model ?? 'omni-moderation-latest',
    results: [{ flagged: false, categories: { violence: false }, category_scores: { violence: 0.01 } }],
  });
}

const describe = (id: string) => ({ id, object: 'model', created: 1_760_000_000, owned_by: 'simulator' });

/** GET /v1/models and /v1/models/{id}. */
export function answerModels(id: string | undefined, response: ServerResponse): void {
  if (id === undefined) return sendJson(response, 200, { object: 'list', data: SIMULATED_MODELS.map(describe) });
  if (!SIMULATED_MODELS.includes(id))
    return sendError(response, 404, {
      message: `The model '${id}' does not exist`,
      type: 'invalid_request_error',
      code: 'model_not_found',
      param: 'model',
    });
  sendJson(response, 200, describe(id));
}

/** The old billing calls, for balance queries: a limit of 120 USD of which 20 are used. */
export function answerBilling(path: string, response: ServerResponse): void {
  if (path.endsWith('/subscription'))
    return sendJson(response, 200, {
      object: 'billing_subscription',
      has_payment_method: true,
      hard_limit_usd: 120,
      soft_limit_usd: 120,
      access_until: 4_102_444_800,
    });
  sendJson(response, 200, { object: 'list', total_usage: 2000 });
}
