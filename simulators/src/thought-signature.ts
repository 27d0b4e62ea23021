import { createHash } from 'node:crypto';

/** At the end of ids of calls that were thought of: their thoughts must come back with them. */
const THOUGHT_OF = '_thought';

const ACCOUNT = Symbol('account');

/** A body with the key it came with, which reasoning is bound to. */
export function withAccount(body: object, key: string): Record<string, unknown> {
  return { ...body, [ACCOUNT]: key };
}

/** The account that a body came from; empty where nothing is bound to it. */
export function accountOf(body: object): string {
  return (body as { [ACCOUNT]?: string })[ACCOUNT] ?? '';
}

/** The proof that a maker thought this: another one for other thoughts. Real ones are longer. */
export function thoughtSignature(maker: string, thought: string): string {
  return createHash('sha256').update(`${maker}\n${thought}`).digest('base64');
}

/** The id of a call, which says whether thoughts came before it. */
export function idOfCall(id: string, isThoughtOf: boolean): string {
  return isThoughtOf ? id + THOUGHT_OF : id;
}

/** Whether a call was made after thoughts. */
export function isThoughtOf(id: string | undefined): boolean {
  return id?.endsWith(THOUGHT_OF) === true;
}
