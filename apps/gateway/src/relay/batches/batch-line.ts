import { type ClientCall, readCall, scanTopLevelMembers } from '@tollgate/dialects';
import { asBuffer } from '../../platform/as-buffer.ts';
import type { BatchEndpoint } from '../../domain/batches/batch-endpoints.ts';
import type { AppError } from '../../platform/app-error.ts';
import { invalidRequest } from '../errors/invalid-request.ts';

/** A parsed input line of a batch. */
export interface BatchLine {
  customId: string;
  call: ClientCall;
}

const MEMBERS = ['custom_id', 'method', 'url', 'body'];
const CUSTOM_ID_LENGTH_MAX = 512;
/** Characters that some parsers treat as line ends; JSON on one line never needs them unescaped. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const LINE_ENDS = /[\u000b\u000c\r\u001c-\u001e]/;
const CARRIAGE_RETURN = 0x0d;
/** Members of a request that reference stored content, whose price is therefore unknown. */
const STORED = ['previous_response_id', 'conversation', 'prompt'];

/**
 * Parses one line. Rejects what OpenAI rejects, what is ambiguous between parsers, and what has no batch
 * price. Throws AppError relay_invalid_request that names the line.
 */
export function readBatchLine(
  rawLine: Buffer,
  number: number,
  { name, endpoint }: { name: string; endpoint: BatchEndpoint },
): BatchLine {
  const fail = (reason: string, param = '') => lineFault(number, reason, param);
  const bytes = rawLine.at(-1) === CARRIAGE_RETURN ? rawLine.subarray(0, -1) : rawLine;
  if (LINE_ENDS.test(bytes.toString('latin1')))
    throw fail('it has control characters between its members.');
  const members = scanTopLevelMembers(bytes);
  if (!members) throw fail('it is no JSON object.');
  const names = [...members.keys()];
  const unknown = names.find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined) throw fail(`unknown parameter: '${unknown.slice(0, 100)}'.`);
  const read = (member: string): unknown => {
    const range = members.get(member);
    if (!range) throw fail(`missing required parameter: '${member}'.`, member);
    try {
      return JSON.parse(bytes.toString('utf8', range.start, range.end));
    } catch {
      throw fail('it is not parseable as valid JSON.');
    }
  };
  const customId = read('custom_id');
  if (typeof customId !== 'string' || customId === '' || customId.length > CUSTOM_ID_LENGTH_MAX)
    throw fail(`custom_id must be a text of 1 to ${CUSTOM_ID_LENGTH_MAX} characters.`, 'custom_id');
  if (read('method') !== 'POST') throw fail("method must be 'POST'.", 'method');
  if (read('url') !== name) throw fail(`url must be the batch's endpoint, '${name}'.`, 'url');
  const body = members.get('body');
  if (!body) throw fail("missing required parameter: 'body'.", 'body');
  return { customId, call: readBody(bytes.subarray(body.start, body.end), endpoint, fail) };
}

function readBody(
  bytes: Buffer,
  { dialect, kind }: BatchEndpoint,
  fail: (reason: string, param?: string) => AppError,
): ClientCall {
  const read = readCall({ dialect, kind, bytes });
  if (!read.ok) throw fail(read.fault.message, read.fault.param ?? '');
  const { call } = read;
  if (!call.tryBody()) throw fail('its body is not parseable as valid JSON.', 'body');
  if (call.request.stream) throw fail('streams can not be batched.', 'stream');
  if (call.request.billable)
    throw fail('tools of the provider and service tiers have no price in a batch.', 'tools');
  if (dialect === 'openai-responses')
    for (const member of STORED)
      if ((call.readMember(member) ?? null) !== null)
        throw fail(`${member} is not supported in a batch.`, member);
  const opaque = call.request.named?.find((each) => each.opaque);
  if (opaque) throw fail('item_reference is not supported in a batch.', opaque.path);
  return call;
}

export function lineFault(number: number, reason: string, param = ''): AppError {
  return invalidRequest(`Line ${number} of the input file: ${reason}`, param);
}

/** Renders the line for the provider, which is a single line for any parser. */
export function renderBatchLine(customId: string, url: string, body: Uint8Array): Uint8Array {
  const head = `{"custom_id":${escapeEnds(JSON.stringify(customId))},"method":"POST","url":${JSON.stringify(url)},"body":`;
  const text = asBuffer(body).toString('utf8');
  return Buffer.from(`${head}${escapeEnds(text)}}\n`);
}

/**
 * Line ends for parsers that follow Unicode. Unescaped they only occur in strings, where an escape means the
 * same.
 */
const UNICODE_ENDS = /[\u0085\u2028\u2029]/g;
const escapeEnds = (text: string): string =>
  text.replace(UNICODE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
