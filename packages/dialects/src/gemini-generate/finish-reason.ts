import type { Stop } from '../ir/response.ts';

const FILTERED =
  /SAFETY|RECITATION|BLOCKLIST|PROHIBITED|SPII|LANGUAGE|MODEL_ARMOR|JAILBREAK|IMAGE_OTHER|NO_IMAGE/;

const ENDED: ReadonlySet<string> = new Set(['', 'STOP', 'FINISH_REASON_UNSPECIFIED']);

/** Returns why a model stopped, from Google's value. Responses with calls end with STOP here. */
export function readFinishReason(reason: unknown, hasCalls: boolean): Stop {
  const text = typeof reason === 'string' ? reason : '';
  if (text === 'MAX_TOKENS') return { reason: 'length' };
  if (/^(?:MALFORMED|UNEXPECTED|TOO_MANY)_/.test(text)) return { reason: 'malformed' };
  if (FILTERED.test(text)) return { reason: 'filter' };
  if (hasCalls) return { reason: 'tools' };
  return { reason: ENDED.has(text) ? 'end' : 'other' };
}

/** Returns Google's value for a stop. */
export function renderFinishReason(stop: Stop): string {
  switch (stop.reason) {
    case 'length':
    case 'context':
      return 'MAX_TOKENS';
    case 'filter':
    case 'refusal':
      return 'SAFETY';
    case 'malformed':
      return 'MALFORMED_FUNCTION_CALL';
    case 'other':
      return 'OTHER';
    case 'end':
    case 'sequence':
    case 'tools':
    case 'pause':
      return 'STOP';
  }
}
