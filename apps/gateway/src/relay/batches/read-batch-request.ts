import { BATCH_ENDPOINTS } from '../../domain/batches/batch-endpoints.ts';
import { isObject } from '../../platform/lenient-json.ts';
import { invalidRequest } from '../errors/invalid-request.ts';
import type { RelayRequest } from '../relay-call.ts';
import type { InferenceContext } from '../inference-context.ts';
import { readJsonObject } from '../request/read-json-object.ts';

/** The parameters of a new batch. */
export interface BatchRequest {
  inputFileId: string;
  endpoint: string;
  window: string;
  metadata: Record<string, string> | null;
}

const BODY_BYTES_MAX = 64 * 1024;
const MEMBERS = new Set(['input_file_id', 'endpoint', 'completion_window', 'metadata']);
/** Source: OpenAI's API reference, metadata, 2026. */
const METADATA = { pairs: 16, key: 64, value: 512 };

/** Parses the request to create a batch, as strictly as OpenAI. Throws AppError. */
export async function readBatchRequest(
  services: InferenceContext,
  incoming: RelayRequest,
): Promise<BatchRequest> {
  const body = await readJsonObject(services, incoming, BODY_BYTES_MAX);
  const unknown = Object.keys(body).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) {
    const name = unknown.slice(0, 100);
    throw invalidRequest(`Unknown parameter: '${name}'.`, name);
  }
  const inputFileId = textIn(body, 'input_file_id');
  const endpoint = textIn(body, 'endpoint');
  if (!Object.hasOwn(BATCH_ENDPOINTS, endpoint))
    throw invalidRequest(
      `endpoint must be one of '${Object.keys(BATCH_ENDPOINTS).join("', '")}'.`,
      'endpoint',
    );
  const window = textIn(body, 'completion_window');
  if (window !== '24h')
    throw invalidRequest("completion_window must be '24h'.", 'completion_window');
  return { inputFileId, endpoint, window, metadata: readMetadata(body.metadata ?? null) };
}

function textIn(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  if (value === undefined || value === null)
    throw invalidRequest(`Missing required parameter: '${name}'.`, name);
  if (typeof value !== 'string') throw invalidRequest(`${name} must be a text.`, name);
  return value;
}

function readMetadata(value: unknown): Record<string, string> | null {
  if (value === null) return null;
  const entries = isObject(value) ? Object.entries(value) : undefined;
  const isGood =
    entries !== undefined &&
    entries.length <= METADATA.pairs &&
    entries.every(
      ([key, text]) =>
        key.length <= METADATA.key && typeof text === 'string' && text.length <= METADATA.value,
    );
  if (!isGood)
    throw invalidRequest(
      `metadata must be at most ${METADATA.pairs} texts of ${METADATA.value} characters, with keys of ${METADATA.key}.`,
      'metadata',
    );
  return value as Record<string, string>;
}
