import { answerJson } from '../answer.ts';
import { readKey } from '../credentials.ts';
import { inputTokensOf, vectorOf } from '../embeddings.ts';
import { type Endpoint, firstText, missing } from '../endpoint.ts';
import {
  cloudflarePictures,
  dashscopePictures,
  minimaxPictures,
  siliconPictures,
} from '../media/picture-forms.ts';
import { openAiWire } from '../openai-wire.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../simulator.ts';
import type { FoundEndpoint } from '../wire.ts';

/** MiniMax's embeddings, in no form but their own. */
const minimaxEmbeddings: Endpoint = {
  findMistake: ({ texts, type }) =>
    Array.isArray(texts) && (type === 'db' || type === 'query') ? undefined : missing('texts'),
  lastText: ({ texts }) => firstText(texts),
  async answer(call) {
    const { texts } = call.body as { texts: string[] };
    await answerJson(call, {
      vectors: texts.map(() => vectorOf(undefined)),
      total_tokens: inputTokensOf(call.script),
      base_resp: { status_code: 0, status_msg: 'success' },
    });
  },
};

const ENDPOINTS = new Map<string, Endpoint>([
  ['/api/v1/services/aigc/multimodal-generation/generation', dashscopePictures],
  ['/v1/images/generations', siliconPictures],
  ['/v1/image_generation', minimaxPictures],
  ['/v1/embeddings', minimaxEmbeddings],
]);
const RUN = /^\/client\/v4\/accounts\/acc\/ai\/run\/(@cf\/.+)$/;

/** Upstreams that make pictures (and vectors) in forms of their own: DashScope, SiliconFlow, MiniMax, Cloudflare. */
export function startPicturesSimulator(options?: SimulatorOptions): Promise<Simulator> {
  const findEndpoint = (path: string): FoundEndpoint | undefined => {
    const model = RUN.exec(path)?.[1];
    if (model !== undefined) return { endpoint: cloudflarePictures, inPath: { model } };
    const endpoint = ENDPOINTS.get(path);
    return endpoint && { endpoint };
  };
  return startSimulator({ ...openAiWire, readKey, findEndpoint }, options);
}
