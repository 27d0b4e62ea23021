import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorBody, sendError } from './answer.ts';
import { answerBilling } from './billing.ts';
import { chatEndpoint } from './chat.ts';
import { realClock } from './clock.ts';
import { completionsEndpoint } from './completions.ts';
import { keyMistake, readKey } from './credentials.ts';
import { embeddingsEndpoint } from './embeddings.ts';
import type { Endpoint, JsonObject } from './endpoint.ts';
import { playFault } from './faults.ts';
import { answerModels, modelNotFound, SIMULATED_MODELS } from './models.ts';
import { moderationsEndpoint } from './moderations.ts';
import type { SimulatorOptions } from './openai-simulator.ts';
import type { Recorder, RecordedRequest } from './recorder.ts';
import type { ScriptFunction } from './scenario.ts';
import { completeScript, readWishes, type Script } from './script.ts';

const ENDPOINTS = new Map<string, Endpoint>([
  ['/v1/chat/completions', chatEndpoint],
  ['/v1/completions', completionsEndpoint],
  ['/v1/embeddings', embeddingsEndpoint],
  ['/v1/moderations', moderationsEndpoint],
]);

const BILLING_PATHS = ['/v1/dashboard/billing/subscription', '/v1/dashboard/billing/usage'];

export interface ServerState {
  options: SimulatorOptions;
  recorder: Recorder;
  next: ScriptFunction | undefined;
  /** Calls since the scenario was set. */
  scripted: number;
}

/** Answers one call: checks the key and body, reads the wishes, plays the fault or the answer. */
export async function serveCall(
  state: ServerState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const record = {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: await readAll(request),
  };
  state.recorder.record(record);
  const { apiKeys, models, clock = realClock } = state.options;
  const key = readKey(request);
  if (apiKeys && !apiKeys.includes(key)) return sendError(response, 401, keyMistake(key));
  const path = record.path.split('?')[0] ?? '';
  const endpoint = record.method === 'POST' ? ENDPOINTS.get(path) : undefined;
  const body = endpoint ? parse(record.body) : {};
  if (!body)
    return sendError(response, 400, {
      message: 'We could not parse the JSON body of your request.',
      type: 'invalid_request_error',
      code: null,
    });
  const mistake = endpoint && findMistake(endpoint, body);
  if (mistake) return sendError(response, 400, mistake);
  const script = scriptOf(
    wishesOf(state, record, key, endpoint?.lastText(body)),
    endpoint?.images?.(body),
  );
  if (script instanceof RangeError)
    return sendError(response, 400, {
      message: script.message,
      type: 'simulator_error',
      code: null,
    });
  if (script.delay_ms > 0) await clock.wait(script.delay_ms);
  if (response.destroyed || playFault(response, script)) return;
  if (!endpoint) return answerReading(state.options, record.method, path, response);
  const { model } = body;
  if (models && typeof model === 'string' && !models.includes(model))
    return sendError(response, 404, modelNotFound(model));
  await endpoint.answer({ body, script, response, clock });
}

function findMistake(endpoint: Endpoint, body: JsonObject): ErrorBody | undefined {
  if (!endpoint.modelOptional && typeof body['model'] !== 'string')
    return {
      message: 'you must provide a model parameter',
      type: 'invalid_request_error',
      code: null,
    };
  return endpoint.findMistake(body);
}

/** What the caller wishes, then the server's scenario, then the fault of the key: the later the stronger. */
function wishesOf(
  state: ServerState,
  record: RecordedRequest,
  key: string,
  lastText = '',
): Partial<Script> {
  const fault = state.options.faults?.get(key);
  return {
    ...readWishes(lastText),
    ...state.next?.(record, state.scripted++),
    ...(fault ? { fault } : {}),
  };
}

function scriptOf(wishes: Partial<Script>, images?: number): Script | RangeError {
  try {
    return completeScript(wishes, images);
  } catch (error) {
    if (error instanceof RangeError) return error;
    throw error;
  }
}

function answerReading(
  { models = SIMULATED_MODELS }: SimulatorOptions,
  method: string,
  path: string,
  response: ServerResponse,
): void {
  if (method === 'GET' && path === '/v1/models') return answerModels(models, undefined, response);
  if (method === 'GET' && path.startsWith('/v1/models/'))
    return answerModels(models, decodeURIComponent(path.slice('/v1/models/'.length)), response);
  if (method === 'GET' && BILLING_PATHS.includes(path)) return answerBilling(path, response);
  sendError(response, 404, {
    message: `Invalid URL (${method} ${path})`,
    type: 'invalid_request_error',
    code: null,
  });
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** The object of a body, undefined where it is none. */
function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
