import { explainCharge, readChargeFactors } from '@tollgate/pricing';
import { expect } from 'vitest';
import { type BilledUpstream, startBilledUpstream } from './billed-upstream.ts';
import { type LoggedCall, type RelayScene, startRelayScene } from './relay-scene.ts';

/** A gateway with prices for tools and tiers, in front of an upstream that sends a test's responses. */
export interface BilledScene {
  scene: RelayScene;
  upstream: BilledUpstream;
  post(
    path: string,
    body: object,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string; headers: Headers }>;
  /**
   * Returns the row of the last call, after checks that hold for each: covered by its reservation, and
   * explained to the unit.
   */
  lastRow(): Promise<LoggedCall>;
  close(): Promise<void>;
}

export async function startBilledScene(): Promise<BilledScene> {
  const scene = await startRelayScene();
  const upstream = await startBilledUpstream();
  await setPrices(scene, upstream);
  return {
    scene,
    upstream,
    async post(path, body, headers = {}) {
      const response = await fetch(`${scene.gateway.url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${scene.secret}`,
          'content-type': 'application/json',
          'accept-language': 'en',
          ...headers,
        },
        body: JSON.stringify(body),
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    async lastRow() {
      const [row] = await scene.logs();
      if (!row) throw new Error('the log is empty');
      const factors = readChargeFactors({ ...row, other: JSON.stringify(row.other) });
      expect(factors && explainCharge(factors)?.total).toBe(row.quota);
      expect(row.other['reserved']).toBeGreaterThanOrEqual(row.quota);
      return row;
    },
    async close() {
      await scene.close();
      await upstream.close();
    },
  };
}

async function setPrices(scene: RelayScene, upstream: BilledUpstream): Promise<void> {
  const { setOption } = scene.gateway;
  await setOption(
    'ModelRatio',
    '{"gpt-x":0.5,"claude-x":0.5,"gemini-x":0.5,"plain-x":0.5,"sonar-x":0}',
  );
  await setOption('CompletionRatio', '{}');
  await setOption(
    'ToolPrices',
    JSON.stringify({
      'gpt-*': {
        web_search: 0.01,
        web_search_preview: 0.025,
        web_search_agent: 0.02,
        file_search: 0.0025,
        code_execution: { request: 0.03 },
        image_generation: 0.25,
        image_generation_low: 0.016,
      },
      'claude-*': { web_search: 0.01, code_execution: 0.004 },
      'gemini-*': { google_search: 0.014 },
      'sonar-*': { request_fee: 0.005, search_query: 0.001 },
    }),
  );
  await setOption(
    'ServiceTierRatios',
    '{"gpt-*":{"flex":0.5,"priority":2},"claude-*":{"fast":6,"inference_geo_us":1.1},"gemini-*":{"priority":2}}',
  );
  const base_url = upstream.url;
  await scene.channel('sk-openai', { base_url, models: 'gpt-x,plain-x,sonar-x', type: 1 });
  await scene.channel('sk-claude', { base_url, models: 'claude-x', type: 14 });
  await scene.channel('sk-gemini', { base_url, models: 'gemini-x', type: 24 });
}

export const chatUsage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
export const chat = (further: object = {}) => ({
  id: 'c',
  object: 'chat.completion',
  model: 'gpt-x',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: chatUsage,
  ...further,
});
export const chatStream = (further: object = {}) => [
  { object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'hi' } }] },
  { object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { object: 'chat.completion.chunk', choices: [], usage: chatUsage, ...further },
];
const message = (content: object[]) => ({ type: 'message', role: 'assistant', content });
const said = message([{ type: 'output_text', text: 'hi', annotations: [] }]);
export const response = (output: object[], further: object = {}) => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'gpt-x',
  output: [...output, said],
  usage: { input_tokens: 100, output_tokens: 10, total_tokens: 110 },
  ...further,
});
export const responseStream = (output: object[], further: object = {}) => [
  { type: 'response.created', response: { id: 'resp_1', model: 'gpt-x' } },
  ...output.map((item, index) => ({
    type: 'response.output_item.done',
    output_index: index,
    item,
  })),
  { type: 'response.output_item.added', output_index: 9, item: { ...said, content: [] } },
  { type: 'response.output_text.delta', output_index: 9, content_index: 0, delta: 'hi' },
  { type: 'response.completed', response: response(output, further) },
];
export const search = { type: 'web_search_call', status: 'completed', action: { type: 'search' } };
export const TOKENS = 55;
