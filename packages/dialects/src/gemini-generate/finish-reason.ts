import type { Stop } from '../ir/response.ts';

const FILTERED =
  /SAFETY|RECITATION|BLOCKLIST|PROHIBITED|SPII|LANGUAGE|MODEL_ARMOR|JAILBREAK|IMAGE_OTHER|NO_IMAGE/;

/** Returns why a model stopped, from Google's value. Responses with calls end with STOP here. */
export function readFinishReason(reason: unknown, hasCalls: boolean): Stop {
  const text = typeof reason === 'string' ? reason : '';
  if (text === 'MAX_TOKENS') return { reason: 'length' };
  if (/^(?:MALFORMED|UNEXPECTED|TOO_MANY)_/.test(text)) return { reason: 'malformed' };
  if (FILTERED.test(text)) return { reason: 'filter' };
  return { reason: hasCalls ? 'tools' : 'end' };
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
    case 'end':
    case 'sequence':
    case 'tools':
    case 'pause':
      return 'STOP';
  }
}
