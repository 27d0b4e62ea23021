/** Whether the input may be a request id, so that its log is offered. */
export function looksLikeRequestId(text: string): boolean {
  return /^[\w-]{16,64}$/.test(text) && /\d/.test(text);
}
