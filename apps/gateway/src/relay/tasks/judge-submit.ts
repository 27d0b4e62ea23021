import { classifyFault, maskSecrets, type UpstreamFault } from '@tollgate/dialects';
import { isObject, readObject, textOf } from '../../platform/lenient-json.ts';
import { withoutHidden } from '../../domain/tasks/read-image-tasks.ts';
import { isSuccess } from '../../domain/tasks/read-music-tasks.ts';
import { storableText } from '../../domain/tasks/task-report.ts';
import { AddressNotAllowed } from '../../platform/ssrf-guard.ts';
import type { OutboundResponse } from '../../platform/outbound.ts';
import type { TaskPlatform } from '../../domain/tasks/task.ts';

/** The outcome of a submit at an upstream. */
export type SubmitVerdict =
  | {
      kind: 'taken';
      upstreamId: string;
      /** For image tasks: 1, 21 or 22. */
      code: number;
      description: string;
      properties: Record<string, unknown>;
      /** Set if completed at once: the response contains the result. */
      resultFiles?: readonly string[];
    }
  | {
      kind: 'refused';
      fault: UpstreamFault;
      /** Whether the upstream certainly did not accept it, so that another channel may be tried. */
      certain: boolean;
      /** For image tasks: the upstream's message. */
      code?: number;
      properties?: Record<string, unknown>;
    };

const ACCEPTED_CODES = new Set([1, 21, 22]);
/** Midjourney codes about the channel; all others are about the call. */
const CHANNEL_CODES: Readonly<Record<number, Pick<UpstreamFault, 'kind' | 'http'>>> = {
  3: { kind: 'overload', http: 503 },
  9: { kind: 'server', http: 502 },
  23: { kind: 'rate-limit', http: 429 },
  30: { kind: 'rate-limit', http: 429 },
};
const ID_LENGTH_MAX = 200;
const FILES_MAX = 20;

/** Parses the upstream's response to a submit. */
export function parseSubmitResponse(
  platform: TaskPlatform,
  response: OutboundResponse,
): SubmitVerdict {
  const body = readObject(response.text);
  return platform === 'mj' ? parseImageTask(response, body) : parseMusicTask(response, body);
}

function parseImageTask(response: OutboundResponse, body: Record<string, unknown>): SubmitVerdict {
  const { code, result } = body;
  if (typeof code !== 'number') return verdictOfStatus(response);
  const properties = isObject(body.properties) ? withoutHidden(body.properties) : {};
  const description = maskSecrets(storableText(body.description));
  if (response.status < 300 && ACCEPTED_CODES.has(code)) {
    const files = Array.isArray(result) ? result.map(textOf).filter((file) => file !== '') : [];
    const resultFiles = files.length > 0 ? files.slice(0, FILES_MAX) : undefined;
    const upstreamId = storableText(textOf(result)).slice(0, ID_LENGTH_MAX);
    if (upstreamId === '' && !resultFiles) return verdictOfStatus(response);
    return {
      kind: 'taken',
      upstreamId,
      code,
      description,
      properties,
      ...(resultFiles ? { resultFiles } : {}),
    };
  }
  const fault = {
    ...refusal(CHANNEL_CODES[code] ?? { kind: 'invalid-request', http: 400 }, description),
    code: `drawing_${code}`,
  };
  return { kind: 'refused', fault, certain: true, code, properties };
}

function parseMusicTask(response: OutboundResponse, body: Record<string, unknown>): SubmitVerdict {
  const { code, data } = body;
  const upstreamId = storableText(textOf(data)).slice(0, ID_LENGTH_MAX);
  if (response.status < 300 && isSuccess(code) && upstreamId !== '')
    return { kind: 'taken', upstreamId, code: 0, description: '', properties: {} };
  if (
    typeof code !== 'string' ||
    isSuccess(code) ||
    response.status >= 500 ||
    isKeyTrouble(response)
  )
    return verdictOfStatus(response);
  const message = maskSecrets(storableText(body.message));
  const fault = { ...refusal({ kind: 'invalid-request', http: 400 }, message), code };
  return { kind: 'refused', fault, certain: true };
}

const isKeyTrouble = ({ status }: OutboundResponse) => status === 401 || status === 403;

/** Judges a response without a task. After a server error it is unknown whether the upstream accepted it. */
function verdictOfStatus({ status, headers, text }: OutboundResponse): SubmitVerdict {
  if (status < 300)
    return {
      kind: 'refused',
      fault: refusal({ kind: 'bad-response', http: 502 }, ''),
      certain: false,
    };
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]);
  const fault = classifyFault({
    status,
    headers: Object.fromEntries(entries) as Record<string, string>,
    bodyExcerpt: text.slice(0, 65_536),
  });
  return { kind: 'refused', fault, certain: status >= 400 && status < 500 };
}

/** Errors before any byte of the call was sent. */
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|ERR_TLS)/;

/** Judges a submit that got no response. */
export function verdictOfError(error: Error & { code?: string }): SubmitVerdict {
  const notAllowed = error instanceof AddressNotAllowed;
  const timeout = error.name === 'TimeoutError';
  const fault: UpstreamFault = {
    ...refusal(timeout ? { kind: 'timeout', http: 504 } : { kind: 'network', http: 502 }, ''),
    code: notAllowed
      ? 'address_not_allowed'
      : timeout
        ? 'upstream_timeout'
        : 'upstream_unreachable',
    excerpt: error.code || error.message,
  };
  return { kind: 'refused', fault, certain: notAllowed || NOT_CONNECTED.test(error.code ?? '') };
}

function refusal(kind: Pick<UpstreamFault, 'kind' | 'http'>, message: string): UpstreamFault {
  return {
    ...kind,
    retryable: true,
    bannable: false,
    message,
    excerpt: message,
    type: kind.http === 429 ? 'rate_limit_error' : 'upstream_error',
    code: null,
    param: null,
  };
}
