import { chatEndpoint } from './chat.ts';
import type { Endpoint } from './endpoint.ts';

/** Chat completions of servers that report usage at the end of every stream, whether requested or not. */
export const chatWithUsage: Endpoint = {
  ...chatEndpoint,
  respond: (call) =>
    chatEndpoint.respond({
      ...call,
      body: { ...call.body, stream_options: { include_usage: true } },
    }),
};
