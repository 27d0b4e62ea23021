import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Block, blocksOf } from '../response-blocks.ts';
import { realClock } from '../clock.ts';
import type { JsonObject } from '../json-object.ts';
import { refusalOf, serverError } from '../faults.ts';
import type { ServerState } from '../wire.ts';
import { completeScript, readScriptOverrides, type Script } from '../script.ts';
import { checkSparkUrl, type SparkApplication } from './check-spark-url.ts';

const server = new WebSocketServer({ noServer: true });
const SID = 'cht000simulated';
const CODES: Record<number, number> = { 400: 10_163, 404: 10_404, 429: 11_202, 500: 10_012 };
/** The only model of each path. */
const DOMAINS: Record<string, string> = {
  '/v1.1/chat': 'lite',
  '/v2.1/chat': 'generalv2',
  '/v3.1/chat': 'generalv3',
  '/chat/pro-128k': 'pro-128k',
  '/v3.5/chat': 'generalv3.5',
  '/chat/max-32k': 'max-32k',
  '/v4.0/chat': '4.0Ultra',
  '/v1/x1': 'x1',
};

interface Question {
  header?: { app_id?: string };
  parameter?: { chat?: { domain?: string } };
  payload?: {
    message?: { text?: { role: string; content: string }[] };
    functions?: { text: { name: string }[] };
  };
}

export interface SparkSocketOptions {
  application: SparkApplication;
  nowMs: () => number;
}

/** Accepts a WebSocket upgrade if its URL is signed correctly: one request, one response. */
export function acceptSparkSocket(
  { application, nowMs }: SparkSocketOptions,
  state: ServerState,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const path = request.url ?? '';
  const record = { method: 'GET', path, headers: request.headers, body: '' };
  const refusal = checkSparkUrl(path, application, nowMs());
  if (refusal) {
    state.recorder.record(record);
    return refuse(socket, refusal.status, refusal.error.message);
  }
  server.handleUpgrade(request, socket, head, (session) => {
    state.recorder.change({ calls: 1, open: 1 });
    session.once('close', () => state.recorder.change({ open: -1 }));
    session.once('message', (data) => {
      const body = (data as Buffer).toString('utf8');
      state.recorder.record({ ...record, body });
      const question = JSON.parse(body) as Question;
      const script = () =>
        completeScript({
          ...readScriptOverrides(lastText(question)),
          ...state.next?.({ ...record, body }, state.scripted++),
        });
      void respond(session, {
        question,
        domain: DOMAINS[path.split('?')[0] ?? ''],
        application,
        script,
        state,
      });
    });
  });
}

interface SparkRequest {
  question: Question;
  /** The model of the path. */
  domain: string | undefined;
  application: SparkApplication;
  script: () => Script;
  state: ServerState;
}

async function respond(
  session: WebSocket,
  { question, domain, application, script: read, state }: SparkRequest,
) {
  const script = read();
  const clock = state.options.clock ?? realClock;
  if (script.delay_ms > 0) await clock.wait(script.delay_ms);
  const fail = (code: number, message: string) => {
    session.send(JSON.stringify({ header: { code, message, sid: SID, status: 2 } }));
    session.close(1000);
  };
  const mistake = findMistake(question, domain, application);
  if (mistake) return fail(...mistake);
  const refusal = refusalOf(script.fault);
  if (refusal) return fail(CODES[refusal.status] ?? 10_012, refusal.error.message);
  if (script.fault === 'error-first-line') return fail(10_012, serverError('overloaded').message);
  if (script.fault === 'stall-before-first-token') return;
  const texts = blocksOf(script, toolsOf(question), lastText(question)).flatMap(textsOf);
  const half = Math.ceil(texts.length / 2);
  for (const [seq, text] of texts.entries()) {
    if (seq === half && script.fault === 'stall-mid-stream') return;
    if (seq === half && script.fault === 'cut-mid-stream') return session.terminate();
    if (seq === half && script.fault === 'error-mid-stream') return fail(10_012, 'engine failed');
    if (script.gap_ms > 0) await clock.wait(script.gap_ms);
    session.send(JSON.stringify(frame(seq === 0 ? 0 : 1, seq, text)));
  }
  if (script.fault !== 'no-done') {
    const last = frame(2, texts.length, { content: '', role: 'assistant', index: 0 });
    session.send(JSON.stringify({ ...last, payload: { ...last.payload, ...usageOf(script) } }));
  }
  session.close(1000);
}

function findMistake(
  { header, parameter, payload }: Question,
  domain: string | undefined,
  { appId }: SparkApplication,
): [number, string] | undefined {
  if (header?.app_id !== appId) return [11_200, 'AppIdNoAuthError'];
  if (domain === undefined || parameter?.chat?.domain !== domain)
    return [10_404, 'no category route found: invalid domain'];
  const texts = payload?.message?.text ?? [];
  const isOrdered = texts.every(
    ({ role, content }, at) =>
      (role === 'system' ? at === 0 : role !== texts[at - 1]?.role) && content !== '',
  );
  if (texts.at(-1)?.role === 'user' && isOrdered) return undefined;
  return [10_163, 'parameter schema validate error: payload.message.text'];
}

function lastText({ payload }: Question): string {
  return payload?.message?.text?.findLast(({ role }) => role === 'user')?.content ?? '';
}

function toolsOf({ payload }: Question) {
  const tools = payload?.functions?.text.map(({ name }) => ({ function: { name } }));
  return { messages: [{ role: 'user' }], ...(tools ? { tools } : {}), parallel_tool_calls: false };
}

function textsOf(block: Block): JsonObject[] {
  const head = { role: 'assistant', index: 0 };
  if (block.kind === 'call')
    return [{ ...head, content: '', function_call: { name: block.name, arguments: block.args } }];
  return block.chunks.map((chunk) =>
    block.kind === 'thinking'
      ? { ...head, content: '', reasoning_content: chunk }
      : { ...head, content: chunk },
  );
}

function frame(status: number, seq: number, text: JsonObject) {
  return {
    header: { code: 0, message: 'Success', sid: SID, status },
    payload: { choices: { status, seq, text: [text] } },
  };
}

function usageOf({ fault, prompt_tokens, completion_tokens }: Script): object {
  if (fault === 'no-usage') return {};
  const text = {
    question_tokens: prompt_tokens,
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
  };
  return { usage: { text } };
}

function refuse(socket: Duplex, status: number, message: string): void {
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}
