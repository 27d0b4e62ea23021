import { encodeText } from '../json/encode-text.ts';
import { isRecord, parseJson, parseJsonText } from '../json/parse-json.ts';
import { changeMembers } from '../json/splice-members.ts';
import { fromBase64, toBase64 } from '../signing/encodings.ts';
import { EventStreamReader, type EventStreamMessage } from './event-stream.ts';
import { recordOf, textOrNumberOf } from '../json/loose-values.ts';
import { ownValue } from '../json/own-value.ts';

/** Hosts other than Anthropic that speak its dialect. */
export type ClaudeCloud = 'bedrock' | 'vertex';

const VERSIONS: Readonly<Record<ClaudeCloud, string>> = {
  bedrock: 'bedrock-2023-05-31',
  vertex: 'vertex-2023-10-16',
};

/** Members that are in the path there or unsupported. */
const FOREIGN_MEMBERS: Readonly<Record<ClaudeCloud, readonly string[]>> = {
  bedrock: ['model', 'stream', 'service_tier', 'inference_geo'],
  vertex: ['model', 'service_tier', 'inference_geo'],
};

/**
 * Converts an Anthropic body for Bedrock or Vertex: the model moves to the path, the version into the body;
 * Bedrock also selects streaming by path and takes the betas in the body. Everything else stays byte for
 * byte. Source: AWS, "Anthropic Claude Messages API"; Google, "Claude on Vertex AI".
 */
export function renderCloudClaudeBody(body: Uint8Array, host: ClaudeCloud, betas = ''): Uint8Array {
  const list = betas
    .split(',')
    .map((beta) => beta.trim())
    .filter((beta) => beta !== '');
  const changes = new Map<string, string | undefined>(
    FOREIGN_MEMBERS[host].map((name) => [name, undefined]),
  ).set('anthropic_version', JSON.stringify(VERSIONS[host]));
  if (list.length > 0) changes.set('anthropic_beta', JSON.stringify(list));
  return changeMembers(body, changes);
}

/** Returns the body for counting a call's tokens on Bedrock; the call's own body is embedded as base64. */
export function bedrockCountBody(body: Uint8Array): Uint8Array {
  const invoked = toBase64(renderCloudClaudeBody(body, 'bedrock'));
  return encodeText(JSON.stringify({ input: { invokeModel: { body: invoked } } }));
}

/** Returns the path of a call on Bedrock; the colon of a model's version is encoded. */
export function bedrockPath(
  model: string,
  action: 'invoke' | 'invoke-with-response-stream' | 'count-tokens',
): string {
  return `/model/${encodeURIComponent(model)}/${action}`;
}

/** Returns the path of a call on Vertex. */
export function vertexClaudePath(
  target: { readonly project: string; readonly region: string; readonly model: string },
  stream: boolean,
): string {
  const { project, region, model } = target;
  const action = stream ? 'streamRawPredict' : 'rawPredict';
  return `/v1/projects/${project}/locations/${region}/publishers/anthropic/models/${model}:${action}`;
}

const DAMAGED = 'The upstream sent a damaged stream.';
/** The dialect's error types for exceptions in a stream. */
const ERROR_TYPES: Readonly<Record<string, string>> = {
  throttlingException: 'rate_limit_error',
  validationException: 'invalid_request_error',
  serviceUnavailableException: 'overloaded_error',
  modelTimeoutException: 'timeout_error',
};

/**
 * Converts Bedrock's binary stream into server-sent events of Anthropic's dialect, so that their readers also
 * read Bedrock. Exceptions and corruption become error events.
 */
export class BedrockToSse {
  readonly #reader: EventStreamReader;
  #output = '';
  #reportedDamage = false;

  constructor() {
    this.#reader = new EventStreamReader((message) => this.#take(message));
  }

  push(chunk: Uint8Array): Uint8Array {
    this.#reader.push(chunk);
    if (this.#reader.broken && !this.#reportedDamage) {
      this.#reportedDamage = true;
      this.#error('api_error', DAMAGED);
    }
    const bytes = encodeText(this.#output);
    this.#output = '';
    return bytes;
  }

  #take({ headers, payload }: EventStreamMessage): void {
    const body = parseJson(payload);
    const members = recordOf(body);
    if (headers[':message-type'] !== 'event') {
      const type = headers[':exception-type'] ?? headers[':error-code'] ?? '';
      const message = members.message ?? headers[':error-message'] ?? type;
      return this.#error(ownValue(ERROR_TYPES, type) ?? 'api_error', textOrNumberOf(message));
    }
    const json = typeof members.bytes === 'string' ? decodeBase64(members.bytes) : undefined;
    const event = json === undefined ? undefined : parseJsonText(json);
    if (json === undefined || !isRecord(event)) {
      const isGarbled = body === undefined || typeof members.bytes === 'string';
      if (isGarbled) this.#error('api_error', DAMAGED);
      return;
    }
    this.#output += `event: ${textOrNumberOf(event.type)}\ndata: ${json}\n\n`;
  }

  #error(type: string, message: string): void {
    const body = JSON.stringify({ type: 'error', error: { type, message } });
    this.#output += `event: error\ndata: ${body}\n\n`;
  }
}

const decoder = new TextDecoder();

function decodeBase64(text: string): string | undefined {
  const bytes = fromBase64(text);
  return bytes && decoder.decode(bytes);
}
