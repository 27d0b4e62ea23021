import { respondWithJson, sendJson } from '../respond.ts';
import type { ErrorBody } from '../error-body.ts';
import { breakAtStart, breakHalfway } from '../break-stream.ts';
import { readKey } from '../credentials.ts';
import { type Call, type Endpoint, missing } from '../endpoint.ts';
import { openEventStream } from '../event-stream.ts';
import { splitText } from '../script.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import type { Wire } from '../wire.ts';

const DOCUMENTS = [{ title: 'Handbook', url: 'https://docs.example/handbook' }];
const CUT_EVENT = 'data:{"content":"cut he';

/** POST /api/library/ask: completions from the documents of a library, without usage. */
const endpoint: Endpoint = {
  findMistake({ query, libraryId }) {
    if (typeof query !== 'string') return missing('query');
    return libraryId === undefined || libraryId === '' ? missing('libraryId') : undefined;
  },
  lastText: ({ query }) => String(query),
  respond: (call) => (call.body['stream'] === true ? stream(call) : respondWhole(call)),
};

async function respondWhole(call: Call): Promise<void> {
  await respondWithJson(call, { success: true, answer: call.script.text, documents: DOCUMENTS });
}

/** Streams chunks; the last one has the finish and the documents. */
async function stream(call: Call): Promise<void> {
  const { script, body } = call;
  const events = openEventStream(call);
  if (await breakAtStart(call, events)) return;
  const send = (content: string, finish: boolean, documents: object[] = []) =>
    events.sendText(
      `data:${JSON.stringify({ content, finish, model: body['model'], documents })}\n\n`,
    );
  const chunks = splitText(script);
  const half = Math.ceil(chunks.length / 2);
  for (const chunk of chunks.slice(0, half)) await send(chunk, false);
  if (await breakHalfway(call, events, CUT_EVENT)) return;
  for (const chunk of chunks.slice(half)) await send(chunk, false);
  if (script.fault !== 'no-done') await send('', true, DOCUMENTS);
  events.end();
}

const renderError = (status: number, { message }: ErrorBody) => ({
  success: false,
  errCode: status,
  message,
});

const aiProxyWire: Wire = {
  readKey,
  keyMistake: () => ({ message: 'api key is invalid', type: '', code: null }),
  findEndpoint: (path) => (path === '/api/library/ask' ? { endpoint: endpoint } : undefined),
  renderError,
  errorEvent: (error) => `data:${JSON.stringify(renderError(500, error))}\n\n`,
  serveRead(_options, _method, path, response) {
    sendJson(response, 404, { success: false, message: path });
  },
};

/** An upstream like a knowledge base of AI Proxy. */
export function startAiProxySimulator(options?: SimulatorOptions): Promise<Simulator> {
  return startSimulator(aiProxyWire, options);
}
