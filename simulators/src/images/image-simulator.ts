import { respondWithJson, sendJson } from '../respond.ts';
import { readKey } from '../credentials.ts';
import { inputTokensOf, vectorOf } from '../embeddings.ts';
import { type Endpoint, firstText, missing, refused } from '../endpoint.ts';
import {
  dashscopeJobs,
  dashscopeImages,
  findDashscopeJob,
  minimaxImages,
  qianfanImages,
  siliconImages,
} from '../media/image-forms.ts';
import { openAiWire } from '../openai-wire.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import type { FoundEndpoint } from '../wire.ts';

/** MiniMax's embeddings, in their own format. */
const minimaxEmbeddings: Endpoint = {
  findMistake: ({ texts, type }) =>
    Array.isArray(texts) && (type === 'db' || type === 'query') ? undefined : missing('texts'),
  lastText: ({ texts }) => firstText(texts),
  async respond(call) {
    const { texts } = call.body as { texts: string[] };
    await respondWithJson(call, {
      vectors: texts.map(() => vectorOf(undefined)),
      total_tokens: inputTokensOf(call.script),
      base_resp: { status_code: 0, status_msg: 'success' },
    });
  },
};

/** MiniMax's speech: the audio is the text in hexadecimal. */
const minimaxSpeech: Endpoint = {
  findMistake: ({ text, voice_setting: voice }) =>
    typeof text === 'string' && typeof (voice as { voice_id?: unknown })?.voice_id === 'string'
      ? undefined
      : missing('text'),
  lastText: ({ text }) => firstText(text),
  async respond(call) {
    const { text } = call.body as { text: string };
    const isRefused = text === 'forbidden';
    await respondWithJson(call, {
      ...(isRefused ? {} : { data: { audio: Buffer.from(text).toString('hex'), status: 2 } }),
      extra_info: { usage_characters: text.length },
      base_resp: isRefused
        ? { status_code: 1026, status_msg: 'input new_sensitive' }
        : { status_code: 0, status_msg: 'success' },
    });
  },
};

const ENDPOINTS = new Map<string, Endpoint>([
  ['/api/v1/services/aigc/multimodal-generation/generation', dashscopeImages],
  ['/api/v1/services/aigc/text2image/image-synthesis', dashscopeJobs],
  ['/v1/images/generations', siliconImages],
  ['/v2/images/generations', qianfanImages],
  ['/v1/image_generation', minimaxImages],
  ['/v1/embeddings', minimaxEmbeddings],
  ['/v1/t2a_v2', minimaxSpeech],
]);

/**
 * Starts upstreams that generate images (and vectors) in their own formats: DashScope, SiliconFlow, MiniMax,
 * Qianfan.
 */
export function startImageSimulator(options?: SimulatorOptions): Promise<Simulator> {
  const findEndpoint = (path: string): FoundEndpoint | undefined => {
    const endpoint = ENDPOINTS.get(path);
    return endpoint && { endpoint };
  };
  return startSimulator(
    {
      ...openAiWire,
      readKey,
      findEndpoint,
      findHeaderMistake: (headers) =>
        headers['x-dashscope-async'] === undefined || headers['x-dashscope-async'] === 'enable'
          ? undefined
          : refused('current user api does not support this value of X-DashScope-Async'),
      serveRead(state, method, path, response) {
        const job = method === 'GET' ? findDashscopeJob(path) : undefined;
        if (job) return sendJson(response, 200, job);
        openAiWire.serveRead(state, method, path, response);
      },
    },
    options,
  );
}
