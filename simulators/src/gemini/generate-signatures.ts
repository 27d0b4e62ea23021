import { accountOf, thoughtSignature } from '../thought-signature.ts';

/** Returns the signature of a call; only the first of parallel calls has one. */
export function signRequest({ name }: { name: string }, body: object): string {
  return thoughtSignature(`google${accountOf(body)}`, name);
}

/** Returns the signature of a response's last text, whatever the text. */
export function signText(body: object): string {
  return thoughtSignature(`google${accountOf(body)}`, 'text');
}

const PLAIN = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'];

/**
 * Placeholder signatures documented by Google for calls made by another model, plain or in base64 (both are
 * accepted).
 */
export const NO_SIGNATURES: readonly string[] = [
  ...PLAIN,
  ...PLAIN.map((text) => Buffer.from(text).toString('base64')),
];
