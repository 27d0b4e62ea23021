import { accountOf, thoughtSignature } from '../thought-signature.ts';

/** The signature under a call; only the first of parallel ones has it. */
export function signRequest({ name }: { name: string }, body: object): string {
  return thoughtSignature(`google${accountOf(body)}`, name);
}

/** The signature under the last text of a response, whatever the text. */
export function signText(body: object): string {
  return thoughtSignature(`google${accountOf(body)}`, 'text');
}

const PLAIN = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'];

/** What Google documents for calls that another model made, plain or as base64 (both are taken). */
export const NO_SIGNATURES: readonly string[] = [
  ...PLAIN,
  ...PLAIN.map((text) => Buffer.from(text).toString('base64')),
];
