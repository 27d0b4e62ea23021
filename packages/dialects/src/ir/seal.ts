import { DIALECTS, type Dialect } from './dialect.ts';
import type { Signature } from './parts.ts';

/**
 * Carries a signature through a client of another dialect: sealed with the dialect that issued it, so that it
 * is unsealed when the conversation comes back and never sent to any other provider. Format: `tg1.<number of
 * the dialect>.<id>.<value>`.
 */
const MARK = 'tg1.';
/** Start of the base64 of {@link MARK}. */
const MARK_BASE64 = 'dGcxL';

/**
 * Returns a signature as shown to a client: its dialect's own unchanged, others sealed. Gemini clients may
 * decode signatures, so theirs are base64.
 */
export function encodeSignature(signature: Signature, client: Dialect): string {
  if (signature.by === client) return signature.value;
  const sealed = `${MARK}${DIALECTS.indexOf(signature.by)}.${signature.id ?? ''}.${signature.value}`;
  if (client !== 'gemini-generate') return sealed;
  return /^[\x20-\x7e]*$/.test(sealed) ? btoa(sealed) : '';
}

/** Returns the signature that a client sent back; an unsealed one belongs to the client's dialect. */
export function readSignature(encoded: string, client: Dialect, id?: string): Signature {
  const text = encoded.startsWith(MARK_BASE64) ? decodeBase64(encoded) : encoded;
  const opened = text.startsWith(MARK) ? /^tg1\.(\d)\.([^.]*)\./.exec(text) : null;
  const by = opened ? DIALECTS[Number(opened[1])] : undefined;
  if (!opened || !by) return { by: client, value: encoded, ...(id === undefined ? {} : { id }) };
  const sealedId = opened[2] ?? '';
  return { by, value: text.slice(opened[0].length), ...(sealedId === '' ? {} : { id: sealedId }) };
}

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return text;
  }
}
