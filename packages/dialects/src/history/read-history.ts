import { member } from '../gemini-generate/member.ts';
import type { Dialect } from '../ir/dialect.ts';
import { readSafely } from '../ir/read-shape.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { CODECS } from '../translate/codec.ts';
import type { ClientCall } from '../translate/client-call.ts';
import { listSignatures } from './drop-foreign-thoughts.ts';
import { listSignatureKeys } from './signature-keys.ts';

/** Facts about a chat's history, and keys of what may have been stored for it. */
export interface HistoryFacts {
  /**
   * Every reasoning signature as originally issued; an empty string for reasoning items that only refer to
   * what the upstream stored.
   */
  readonly signatures: readonly string[];
  /** Keys under which signatures may be stored that the client's dialect can't carry. */
  readonly keys: readonly string[];
}

const NOTHING: HistoryFacts = { signatures: [], keys: [] };

/** Reads the history of a chat; empty if the body is not a conversation. */
export function readHistory(call: ClientCall): HistoryFacts {
  if (call.request.kind !== 'chat') return NOTHING;
  const { model, stream } = call.request;
  const read = readSafely(() => CODECS[call.dialect].parseRequest(call.body, model, stream));
  if (!read.ok) return NOTHING;
  const others = LISTS_OF_OTHERS[call.dialect]?.(call.body) ?? [];
  const signatures = [...listSignatures(read.value), ...others];
  return { signatures, keys: listSignatureKeys(read.value) };
}

/** Signatures that the IR request cannot express. */
const LISTS_OF_OTHERS: Readonly<Partial<Record<Dialect, (body: JsonObject) => string[]>>> = {
  'gemini-generate': listTextSignatures,
  'openai-responses': ({ input }) => (listRecords(input).some(isOnlyReference) ? [''] : []),
};

function isOnlyReference({ type, id, encrypted_content: encryptedContent }: JsonObject): boolean {
  return type === 'reasoning' && typeof id === 'string' && (encryptedContent ?? '') === '';
}

/** Returns the signatures of texts. */
function listTextSignatures({ contents }: JsonObject): string[] {
  return listRecords(contents)
    .flatMap(({ parts }) => listRecords(parts))
    .map((part) => (typeof part.text === 'string' ? member(part, 'thoughtSignature') : undefined))
    .filter((value) => typeof value === 'string');
}

function listRecords(list: unknown): JsonObject[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
