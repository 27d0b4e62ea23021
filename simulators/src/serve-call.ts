import type { ServerState } from './wire.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorBody } from './error-body.ts';
import { realClock } from './clock.ts';
import type { Endpoint } from './endpoint.ts';
import type { JsonObject } from './json-object.ts';
import { playFault } from './faults.ts';
import { readBody } from './media/read-body.ts';
import { sendWireError } from './send-wire-error.ts';
import { modelNotFound } from './models.ts';
import type { RecordedRequest } from './recorder.ts';
import type { Mistake } from './rules/rule.ts';
import { completeScript, readScriptOverrides, type Script } from './script.ts';
import { withAccount } from './thought-signature.ts';

/** Serves one call: checks the key and body, reads the overrides, plays the fault or the response. */
export async function serveCall(
  state: ServerState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const bytes = await readAll(request);
  const record = {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: textOf(bytes, request),
  };
  state.recorder.record(record);
  const { wire } = state;
  const { apiKeys, models, clock = realClock } = state.options;
  if (wire.respondEarly?.(record, response)) return;
  const refuse = (status: number, error: ErrorBody) =>
    sendWireError(response, wire, { status, error });
  const key = wire.readKey(request);
  if (apiKeys && !apiKeys.includes(key)) return refuse(401, wire.keyMistake(key));
  const refusal = wire.findRefusal?.(record);
  if (refusal) return refuse(refusal.status, refusal.error);
  const path = record.path.split('?')[0] ?? '';
  const match = record.method === 'POST' ? wire.findEndpoint(path, record.headers) : undefined;
  const endpoint = match?.endpoint;
  const parsed = endpoint ? await readBody(bytes, request.headers) : {};
  if (!parsed)
    return refuse(400, {
      message: 'We could not parse the JSON body of your request.',
      type: 'invalid_request_error',
      code: null,
    });
  const isStrict = state.options.strict === true;
  const body = withAccount({ ...parsed, ...match?.inPath }, isStrict ? key : '');
  const mistake: Mistake | undefined =
    endpoint &&
    (wire.findHeaderMistake?.(request.headers) ?? findMistake(endpoint, body, isStrict));
  if (mistake) {
    const { rule, ...error } = mistake;
    if (rule) state.recorder.recordRefusal({ rule, message: error.message, request: record });
    return refuse(rule?.status ?? 400, error);
  }
  const script = scriptOf(
    overridesOf(state, record, key, endpoint?.lastText(body)),
    endpoint?.images?.(body),
  );
  if (script instanceof RangeError)
    return refuse(400, {
      message: script.message,
      type: 'simulator_error',
      code: null,
    });
  if (script.delay_ms > 0) await clock.wait(script.delay_ms);
  if (response.destroyed || playFault(response, script, wire)) return;
  if (!endpoint) return wire.serveRead(state.options, record.method, path, response);
  const { model } = body;
  if (models && typeof model === 'string' && !models.includes(model))
    return refuse(404, modelNotFound(model));
  const errorEvent = endpoint.errorEvent ?? wire.errorEvent;
  const framing = match?.framing?.(script);
  const played = asPlayed(body, script);
  const call = { body: played, script, response, clock, isStrict, errorEvent, framing };
  if (state.options.replay) return state.options.replay(call);
  await endpoint.respond({ ...call, transform: match?.transform });
}

/** Returns the body changed by the faults that toggle streaming. */
function asPlayed(body: JsonObject, { fault }: Script): JsonObject {
  if (fault !== 'unstreamed' && fault !== 'streamed') return body;
  return { ...body, stream: fault === 'streamed' };
}

function findMistake(endpoint: Endpoint, body: JsonObject, isStrict: boolean): Mistake | undefined {
  if (!endpoint.modelOptional && typeof body['model'] !== 'string')
    return {
      message: 'you must provide a model parameter',
      type: 'invalid_request_error',
      code: null,
    };
  return endpoint.findMistake(body, isStrict);
}

/** Merges the caller's overrides, the server's scenario and the key's fault; later ones take precedence. */
function overridesOf(
  state: ServerState,
  record: RecordedRequest,
  key: string,
  lastText = '',
): Partial<Script> {
  const fault = state.options.faults?.get(key);
  return {
    ...readScriptOverrides(lastText),
    ...state.next?.(record, state.scripted++),
    ...(fault ? { fault } : {}),
  };
}

function scriptOf(overrides: Partial<Script>, images?: number): Script | RangeError {
  try {
    return completeScript(overrides, images);
  } catch (error) {
    if (error instanceof RangeError) return error;
    throw error;
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Forms contain binary data: decoded as one character per byte. */
function textOf(bytes: Buffer, { headers }: IncomingMessage): string {
  const isForm = headers['content-type']?.startsWith('multipart/');
  return bytes.toString(isForm ? 'latin1' : 'utf8');
}
