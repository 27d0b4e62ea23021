import { messagesEndpoint } from './anthropic/messages.ts';
import { sendJson } from './respond.ts';
import { balanceAt } from './billing.ts';
import { readKey } from './credentials.ts';
import type { Endpoint } from './endpoint.ts';
import { openAiWire } from './openai-wire.ts';
import { dashScopeRerank, jinaRerank, rerankEndpoint, siliconRerank } from './rerank.ts';
import type { Wire } from './wire.ts';

const DASHSCOPE_RERANK = '/api/v1/services/rerank/text-rerank/text-rerank';
const dashScope = rerankEndpoint(dashScopeRerank, ({ input, parameters }) => ({
  ...(input as object),
  ...(parameters as object),
}));
const ENDS = /\/(?:chat\/completions|completions|embeddings|moderations|responses)$/;
const MODELS = /^.*(?=\/models$)/;

/**
 * OpenAI's dialect under any path and with the key in any header, as its vendor has them; rerank responses
 * may have SiliconCloud's format instead of Jina's.
 */
export function compatibleWire(looksLikeSilicon = false): Wire {
  const rerank = rerankEndpoint(looksLikeSilicon ? siliconRerank : jinaRerank);
  const endpointOf = (path: string): Endpoint | undefined => {
    if (path === DASHSCOPE_RERANK) return dashScope;
    if (path.endsWith('/rerank')) return rerank;
    if (path.endsWith('/messages')) return messagesEndpoint;
    const [end] = ENDS.exec(path) ?? [];
    return end === undefined ? undefined : openAiWire.findEndpoint(`/v1${end}`)?.endpoint;
  };
  return {
    ...openAiWire,
    readKey: (request) =>
      String(request.headers['api-key'] ?? request.headers['x-api-key'] ?? readKey(request)),
    findEndpoint(path) {
      const endpoint = endpointOf(path);
      return endpoint && { endpoint };
    },
    serveRead(state, method, path, response) {
      const balance = balanceAt(path);
      if (balance) return sendJson(response, 200, balance);
      if (path.endsWith('/ai/models/search'))
        return sendJson(response, 200, { result: [{ name: '@cf/m' }], success: true });
      openAiWire.serveRead(state, method, path.replace(MODELS, '/v1'), response);
    },
  };
}
