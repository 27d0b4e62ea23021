import type { Stop } from '../ir/response.ts';

const FILTERED =
  /SAFETY|RECITATION|BLOCKLIST|PROHIBITED|SPII|LANGUAGE|MODEL_ARMOR|JAILBREAK|IMAGE_OTHER|NO_IMAGE/;

/** Why a model stopped, from Google's words. Calls end with STOP here. */
export function readFinishReason(reason: unknown, hasCalls: boolean): Stop {
  const text = typeof reason === 'string' ? reason : '';
  if (text === 'MAX_TOKENS') return { reason: 'length' };
  if (/^(?:MALFORMED|UNEXPECTED|TOO_MANY)_/.test(text)) return { reason: 'malformed' };
  if (FILTERED.test(text)) return { reason: 'filter' };
  return { reason: hasCalls ? 'tools' : 'end' };
}

/** The same in Google's words. */
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
