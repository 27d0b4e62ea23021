import { DIALECTS, type Dialect } from './dialect.ts';
import type { Signature } from './parts.ts';

/**
 * Carries a signature through a client that speaks another dialect: sealed with the name of its
 * maker, so that it is opened when the conversation comes back and never sent to a provider that
 * did not make it. Form: `tg1.<number of the dialect>.<id>.<value>`.
 */
const MARK = 'tg1.';
/** How base64 of {@link MARK} begins. */
const MARK_BASE64 = 'dGcxL';
/** Between a call's own id and the signature sewn onto it; no provider writes this into ids. */
const SEAM = '__tg1_';

/**
 * The text that stands for a signature in a client's dialect: its own as it is, others sealed.
 * Gemini clients may decode signatures, so theirs are base64.
 */
export function showSignature(signature: Signature, client: Dialect): string {
  if (signature.by === client) return signature.value;
  const sealed = `${MARK}${DIALECTS.indexOf(signature.by)}.${signature.id ?? ''}.${signature.value}`;
  if (client !== 'gemini-generate') return sealed;
  return /^[\x20-\x7e]*$/.test(sealed) ? btoa(sealed) : '';
}

/** The signature behind a text that a client sent back; unsealed ones are of its own dialect. */
export function readSignature(shown: string, client: Dialect, id?: string): Signature {
  const text = shown.startsWith(MARK_BASE64) ? decodeBase64(shown) : shown;
  const opened = text.startsWith(MARK) ? /^tg1\.(\d)\.([^.]*)\./.exec(text) : null;
  const by = opened ? DIALECTS[Number(opened[1])] : undefined;
  if (!opened || !by) return { by: client, value: shown, ...(id === undefined ? {} : { id }) };
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

/**
 * The id of a tool call as a client sees it. Calls can't carry a signature in most dialects, but
 * every client sends their ids back unchanged, so the signature is sewn onto the id.
 */
export function showCallId(id: string, signature: Signature | undefined, client: Dialect): string {
  if (!signature || signature.by === client) return id;
  if (!/^[A-Za-z0-9+/=]*$/.test(signature.value)) return id;
  const value = signature.value.replace(/[+/=]/g, (sign) => ID_SIGNS[sign] ?? '');
  return `${id}${SEAM}${DIALECTS.indexOf(signature.by)}${value}`;
}

/** The id of a call and the signature that was sewn onto it. */
export function readCallId(shown: string): {
  readonly id: string;
  readonly signature?: Signature;
} {
  const seam = shown.indexOf(SEAM);
  if (seam === -1) return { id: shown };
  const by = DIALECTS[Number(shown[seam + SEAM.length])];
  const id = shown.slice(0, seam);
  if (!by) return { id };
  const value = shown
    .slice(seam + SEAM.length + 1)
    .replace(/[-_.]/g, (sign) => BASE64_SIGNS[sign] ?? '');
  return { id, signature: { by, value } };
}

const ID_SIGNS: Readonly<Record<string, string>> = { '+': '-', '/': '_', '=': '.' };
const BASE64_SIGNS: Readonly<Record<string, string>> = { '-': '+', _: '/', '.': '=' };
