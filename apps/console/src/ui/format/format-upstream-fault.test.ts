import { texts } from '@tollgate/i18n';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { formatUpstreamFault } from './format-upstream-fault.ts';

test('a fault is described with its status and the provider’s code, if any', async () => {
  const i18n = i18next.createInstance();
  await i18n.init({ lng: 'en', resources: { en: { translation: texts.en } } });
  for (const [what, text] of [
    ['429 rate-limit (tokens_exceeded)', '429 too many requests (tokens_exceeded)'],
    ['0 network', 'unreachable'],
    ['503 overload', '503 overloaded'],
    ['418 new-kind', '418 new-kind'],
    ['404 model_not_found', '404 model_not_found'],
    ['', ''],
  ] as const)
    expect(formatUpstreamFault(i18n, what)).toBe(text);
});
