import { readKey } from '../credentials.ts';
import type { Endpoint } from '../endpoint.ts';
import { cloudflareImages } from '../media/image-forms.ts';
import { openAiWire } from '../openai-wire.ts';
import { cloudflareRerank, rerankEndpoint } from '../rerank.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import { cloudflareTranscripts } from './cloudflare-transcripts.ts';

const RUN = /^\/client\/v4\/accounts\/acc\/ai\/run\/(.+)$/;
const rerank = rerankEndpoint(cloudflareRerank, ({ query, contexts, top_k }) => ({
  query: query as string,
  documents: contexts as unknown[],
  top_n: top_k as number,
}));

function endpointOf(model: string): Endpoint {
  if (model.includes('rerank')) return rerank;
  return model.includes('whisper') ? cloudflareTranscripts : cloudflareImages;
}

/** Starts Workers AI models in their native formats, for the account `acc`. */
export function startCloudflareSimulator(options?: SimulatorOptions): Promise<Simulator> {
  return startSimulator(
    {
      ...openAiWire,
      readKey,
      findEndpoint(path) {
        const model = RUN.exec(path)?.[1];
        return model === undefined ? undefined : { endpoint: endpointOf(model), inPath: { model } };
      },
      renderError: (_status, { message }) => ({
        result: null,
        success: false,
        errors: [{ code: 5006, message }],
        messages: [],
      }),
    },
    options,
  );
}
