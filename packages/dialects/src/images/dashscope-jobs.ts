import { compact } from '../ir/read-shape.ts';
import { recordOf, recordsOf, textOf } from '../json/loose-values.ts';
import { encodeText } from '../json/encode-text.ts';
import { parseJson } from '../json/parse-json.ts';
import { splitBase } from '../providers/join-url.ts';
import type { JobTransport } from '../providers/upstream-transport.ts';
import type { ImageCodec } from './image-request.ts';

const RUNNING = new Set(['PENDING', 'RUNNING']);

/**
 * DashScope's asynchronous image API: Wan up to 2.5. Source: Alibaba Cloud Model Studio, text-to-image V2
 * API.
 */
export const dashscopeJobImages: ImageCodec = {
  render: ({ model, prompt, count, size, seed, negativePrompt }) => ({
    model,
    input: compact({ prompt, negative_prompt: negativePrompt }),
    parameters: compact({ n: count, size: size && `${size.width}*${size.height}`, seed }),
  }),
  parse({ output }) {
    const { task_status: status, results } = recordOf(output);
    if (status !== 'SUCCEEDED') return undefined;
    return recordsOf(results).flatMap(({ url }) => (typeof url === 'string' ? [{ url }] : []));
  },
};

/** Describes how to poll such a job at a base URL. */
export function followDashscopeJob(baseUrl: string): JobTransport {
  const outputOf = (response: Uint8Array) => recordOf(recordOf(parseJson(response)).output);
  return {
    pollUrl(response) {
      const id = textOf(outputOf(response).task_id);
      const { origin } = splitBase(baseUrl);
      return id === '' ? undefined : `${origin}/api/v1/tasks/${encodeURIComponent(id)}`;
    },
    isRunning: (response) => RUNNING.has(textOf(outputOf(response).task_status)),
    finish(response) {
      const { task_status: status, code, message } = outputOf(response);
      if (status === 'SUCCEEDED') return response;
      const error = { code: textOf(code) || 'InternalError', message: textOf(message) || status };
      return encodeText(JSON.stringify(error));
    },
  };
}
