import { createHash } from 'node:crypto';

/** Suffix of call ids that were preceded by reasoning, which must be sent back with them. */
const THOUGHT_OF = '_thought';

const ACCOUNT = Symbol('account');

/** Returns a body with the key it was sent with, which reasoning is bound to. */
export function withAccount(body: object, key: string): Record<string, unknown> {
  return { ...body, [ACCOUNT]: key };
}

/** Returns the account that a body was sent by; empty if nothing is bound to it. */
export function accountOf(body: object): string {
  return (body as { [ACCOUNT]?: string })[ACCOUNT] ?? '';
}

/** Returns a vendor's signature of its reasoning, which differs for other reasoning. Real ones are longer. */
export function thoughtSignature(maker: string, thought: string): string {
  return createHash('sha256').update(`${maker}\n${thought}`).digest('base64');
}

/** Returns the id of a call, which encodes whether reasoning preceded it. */
export function idOfCall(id: string, isThoughtOf: boolean): string {
  return isThoughtOf ? id + THOUGHT_OF : id;
}

/** Whether a call was preceded by reasoning. */
export function isThoughtOf(id: string | undefined): boolean {
  return id?.endsWith(THOUGHT_OF) === true;
}
