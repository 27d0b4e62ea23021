import { respondWithJson, sendJson } from '../respond.ts';
import type { ErrorBody } from '../error-body.ts';
import { messagesEndpoint } from '../anthropic/messages.ts';
import type { Endpoint } from '../endpoint.ts';
import type { JsonObject } from '../json-object.ts';
import type { RecordedRequest } from '../recorder.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import type { Refusal, Wire } from '../wire.ts';
import { type AwsAccount, checkSignature } from './check-signature.ts';
import { eventFraming } from './event-framing.ts';

export interface BedrockOptions extends SimulatorOptions {
  account: AwsAccount;
  /** The account's API key, which is used without a signature. */
  bearerKey?: string;
  /** Milliseconds since 1970, for the age of signatures. */
  nowMs?: () => number;
}

const TYPES: Record<number, string> = {
  400: 'ValidationException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  429: 'ThrottlingException',
  500: 'InternalServerException',
  503: 'ServiceUnavailableException',
};
const COUNT = /^\/model\/([^/]+)\/count-tokens$/;
const INVOKE = /^\/model\/([^/]+)\/(invoke|invoke-with-response-stream)$/;
const NO_COUNT = "The provided model doesn't support counting tokens.";
const LISTED = ['anthropic.claude-sonnet-4-6', 'anthropic.claude-haiku-4-5-20251001-v1:0'];

/** Starts an upstream that speaks Bedrock: Claude behind signatures and binary streams. */
export function startBedrockSimulator(options: BedrockOptions): Promise<Simulator> {
  return startSimulator(bedrockWire(options), options);
}

function bedrockWire({ account, bearerKey, nowMs = Date.now }: BedrockOptions): Wire {
  return {
    readKey: () => account.accessKeyId,
    keyMistake: () => ({ message: 'not used', type: '', code: null }),
    findRefusal(record) {
      const isBearer = bearerKey && record.headers.authorization === `Bearer ${bearerKey}`;
      return (isBearer ? undefined : checkSignature(record, account, nowMs())) ?? checkBody(record);
    },
    findEndpoint(path) {
      if (COUNT.test(path)) return { endpoint: countEndpoint };
      const [, id = '', action] = INVOKE.exec(path) ?? [];
      if (id === '') return undefined;
      const stream = action !== 'invoke';
      return {
        endpoint: messagesEndpoint,
        inPath: { model: modelOf(decodeURIComponent(id)), stream },
        ...(stream ? { framing: eventFraming } : {}),
      };
    },
    renderError: (_status, { message }) => ({ message }),
    errorHeaders: (status) => ({
      'x-amzn-errortype': `${TYPES[status] ?? 'InternalServerException'}:http://internal.amazon.com/`,
    }),
    errorEvent: ({ message }: ErrorBody) =>
      `event: error\ndata: ${JSON.stringify({ type: 'error', error: { message } })}\n\n`,
    serveRead({ models = LISTED }, method, path, response) {
      if (method !== 'GET' || path !== '/foundation-models')
        return sendJson(response, 404, { message: `Not found: ${path}` });
      const modelSummaries = models.map((modelId) => ({ modelId, providerName: 'Anthropic' }));
      sendJson(response, 200, { modelSummaries });
    },
  };
}

/** Takes the body of an invocation as base64. */
const countEndpoint: Endpoint = {
  modelOptional: true,
  findMistake: (body) => messagesEndpoint.findMistake(invokedBody(body)),
  lastText: (body) => messagesEndpoint.lastText(invokedBody(body)),
  respond: (call) => respondWithJson(call, { inputTokens: call.script.prompt_tokens }),
};

function invokedBody(body: JsonObject): JsonObject {
  const { input } = body as { input?: { invokeModel?: { body?: string } } };
  const text = Buffer.from(input?.invokeModel?.body ?? '', 'base64').toString();
  return { max_tokens: 1, ...(JSON.parse(text || '{}') as JsonObject) };
}

/** Returns the model's own name: without profile, publisher and version. */
function modelOf(id: string): string {
  return id.replace(/^.*anthropic\./, '').replace(/-v\d(?::\d)?$/, '');
}

/** Bedrock has the model and streaming in the path, and its own version in the body. */
function checkBody({ method, body, path }: RecordedRequest): Refusal | undefined {
  if (method !== 'POST') return undefined;
  const invalid = (message: string): Refusal => ({
    status: 400,
    error: { message, type: '', code: null },
  });
  const members = JSON.parse(body) as Record<string, unknown>;
  if (COUNT.test(path)) return path.includes('/model/anthropic.') ? undefined : invalid(NO_COUNT);
  const extra = ['model', 'stream'].find((name) => name in members);
  if (extra) return invalid(`${extra}: Extra inputs are not permitted`);
  if (members['anthropic_version'] !== 'bedrock-2023-05-31')
    return invalid('anthropic_version: Field required');
  if (!/^\/model\/(?:us|eu|jp|au|apac|global)\.|^\/model\/arn%3A/.test(path))
    return invalid(
      'Invocation of this model ID with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.',
    );
  return undefined;
}
