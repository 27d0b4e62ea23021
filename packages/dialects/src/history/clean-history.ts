import type { IsForeignSignature, CleanBody } from './clean-body.ts';
import type { Dialect } from '../ir/dialect.ts';
import { type ConversionWarning, ConversionWarnings } from '../ir/conversion-warnings.ts';
import { encodeText } from '../json/encode-text.ts';
import type { ClientCall } from '../translate/client-call.ts';
import { cleanContents } from './clean-contents.ts';
import { cleanChatMessages } from './clean-chat-messages.ts';
import { cleanItems } from './clean-items.ts';
import { cleanMessages } from './clean-messages.ts';

const CLEANERS: Readonly<Record<Dialect, CleanBody>> = {
  'openai-chat': cleanChatMessages,
  'openai-responses': cleanItems,
  'anthropic-messages': cleanMessages,
  'gemini-generate': cleanContents,
};

/** Members that hold reasoning of earlier turns. Distinctive names, as every body is searched for them. */
const CARRIERS: Readonly<Record<Dialect, readonly string[]>> = {
  'openai-chat': ['reasoning_details'],
  'openai-responses': ['encrypted_content', '"reasoning"'],
  'anthropic-messages': ['"signature"', 'redacted_thinking', '"encrypted_'],
  'gemini-generate': ['thoughtSignature', 'thought_signature'],
};

/** Occur only in a history written by an upstream of another dialect. */
const MARKS: readonly string[] = [
  '"tg1.',
  '"dGcxL',
  '"signature":""',
  '"signature": ""',
  '"encrypted_content":""',
  '"encrypted_content": ""',
  '"encrypted_index":""',
  '"encrypted_index": ""',
];

/**
 * What Gemini refuses in contents as its own clients store them: tool calls of another vendor lack the
 * signature that it requires, the last chunk of a stream has an empty text.
 */
const STORED_CONTENTS: readonly string[] = ['functionCall', '"text":""', '"text": ""'];

/**
 * Returns whether a body in the upstream's own dialect must be inspected before it is passed on: its history
 * may hold reasoning sealed for another upstream. `includes` searches the bytes.
 */
export function mayNeedCleaning(dialect: Dialect, includes: (text: string) => boolean): boolean {
  if (dialect === 'gemini-generate' && STORED_CONTENTS.some(includes)) return true;
  return CARRIERS[dialect].some(includes) && MARKS.some(includes);
}

export interface CleanedBody {
  /** Undefined if the client's own bytes can be sent. */
  readonly bytes: Uint8Array | undefined;
  readonly warnings: readonly ConversionWarning[];
}

/**
 * Returns the body of a call for an upstream of the same dialect, without what that upstream can't read: our
 * seals, reasoning signed by another vendor, ids that only referred to such items.
 */
export function cleanHistory(
  call: ClientCall,
  isForeign: IsForeignSignature,
  model: string,
): CleanedBody {
  const body = call.tryBody();
  const warnings = new ConversionWarnings(call.dialect);
  const cleaned = body && CLEANERS[call.dialect](body, warnings, isForeign, model);
  if (!cleaned || cleaned === body) return { bytes: undefined, warnings: [] };
  return { bytes: encodeText(JSON.stringify(cleaned)), warnings: warnings.list };
}
