import type { ErrorObject } from './error-object.ts';
import { isRecord } from '../json/parse-json.ts';
import { cloudflareType, miniMaxType } from './known-codes.ts';
import { typeOfVendorCode } from './vendor-codes.ts';

/** Members in which providers put the message when there is no `error` object. */
const TEXT_MEMBERS = [
  'message',
  'msg',
  'err',
  'error_msg',
  'detail',
  'errorMessage',
  'status_msg',
  'error_description',
];

/**
 * Returns the error in a parsed body; undefined if there is none. Supports the OpenAI, Google, Mistral,
 * Baidu, Tencent, MiniMax, SiliconFlow and plain formats. With `lenient`, a mere message counts, which is
 * right for responses with an error status.
 */
export function readErrorObject(body: unknown, lenient: boolean): ErrorObject | undefined {
  const root: unknown = Array.isArray(body) ? body[0] : body;
  if (typeof root === 'string') return lenient && root !== '' ? plainError(root) : undefined;
  if (!isRecord(root)) return undefined;
  const nested =
    readErrorMember(root) ?? readTencent(root) ?? readMiniMax(root) ?? readCloudflare(root);
  if (nested) return nested;
  const marked =
    root['object'] === 'error' ||
    root['type'] === 'error' ||
    root['event'] === 'error' ||
    isErrorCode(root['error_code']) ||
    (root['success'] === false && root['choices'] === undefined);
  return lenient || marked || isErrorWithoutResponse(root) ? fromMembers(root) : undefined;
}

/** Reads the `error` member, a string or an object; xAI and Spark have part of it next to that. */
function readErrorMember(root: Readonly<Record<string, unknown>>): ErrorObject | undefined {
  const { error, code, sid } = root;
  if (typeof error === 'string') {
    if (error === '') return undefined;
    return {
      ...plainError(error),
      code: typeof code === 'string' && NAME.test(code) ? code : null,
    };
  }
  if (!isRecord(error) || Object.keys(error).length === 0) return undefined;
  return fromMembers(sid === undefined ? error : { sid, ...error });
}

/** An identifier rather than a sentence. */
const NAME = /^[\w.:-]{1,64}$/;

function readTencent(root: Readonly<Record<string, unknown>>): ErrorObject | undefined {
  const response = root['Response'];
  const error = (isRecord(response) ? response['Error'] : undefined) ?? root['ErrorMsg'];
  if (!isRecord(error)) return undefined;
  return {
    message: textOf(error['Message'] ?? error['Msg']) ?? '',
    type: null,
    code: textOf(error['Code']),
    param: null,
  };
}

function readMiniMax(root: Readonly<Record<string, unknown>>): ErrorObject | undefined {
  const base = root['base_resp'];
  if (!isRecord(base) || !isErrorCode(base['status_code'])) return undefined;
  const code = textOf(base['status_code']);
  return { message: textOf(base['status_msg']) ?? '', type: miniMaxType(code), code, param: null };
}

function readCloudflare(root: Readonly<Record<string, unknown>>): ErrorObject | undefined {
  const list = root['errors'];
  const error: unknown = Array.isArray(list) ? list[0] : undefined;
  if (root['success'] !== false || !isRecord(error)) return undefined;
  const code = textOf(error['code']);
  return { message: textOf(error['message']) ?? '', type: cloudflareType(code), code, param: null };
}

/** {code, message} without anything that a response would contain. */
function isErrorWithoutResponse(root: Readonly<Record<string, unknown>>): boolean {
  const responses =
    root['choices'] ?? root['data'] ?? root['results'] ?? root['output'] ?? root['object'];
  if (responses !== undefined && responses !== null) return false;
  return isErrorCode(root['code']) && textOf(root['message'] ?? root['msg']) !== null;
}

function isErrorCode(code: unknown): boolean {
  return (
    (typeof code === 'number' && code !== 0 && code !== 200) ||
    (typeof code === 'string' && code !== '' && code !== '0')
  );
}

function fromMembers(error: Readonly<Record<string, unknown>>): ErrorObject {
  const code =
    readReason(error['details']) ??
    readDetail(error['details']) ??
    textOf(error['code'] ?? error['error_code'] ?? error['errCode']);
  const status = textOf(error['status']);
  return {
    message: readMessage(error),
    type: typeOfVendorCode(error) ?? textOf(error['type']) ?? textOf(error['statusText']) ?? status,
    code: code ?? status,
    param: textOf(error['param']),
  };
}

/** Google's own error code is in the details. */
function readReason(details: unknown): string | null {
  const list = Array.isArray(details) ? (details as unknown[]) : [];
  const info = list.filter(isRecord).find((detail) => detail['reason'] !== undefined);
  return info ? textOf(info['reason']) : null;
}

/** Reads Anthropic's detailed error code. */
function readDetail(details: unknown): string | null {
  return isRecord(details) ? textOf(details['error_code']) : null;
}

function readMessage(error: Readonly<Record<string, unknown>>): string {
  for (const name of TEXT_MEMBERS) {
    const value = error[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'object' && value !== null) {
      const inner: unknown = Array.isArray(value) ? value[0] : value;
      if (isRecord(inner)) {
        const text =
          textOf(inner['msg'] ?? inner['message']) ?? (isRecord(inner['detail']) ? '' : null);
        if (text !== null && text !== '') return text;
      }
      return JSON.stringify(value).slice(0, 500);
    }
  }
  const header = error['header'];
  return (isRecord(header) ? textOf(header['message']) : null) ?? '';
}

function plainError(message: string): ErrorObject {
  return { message, type: null, code: null, param: null };
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}
