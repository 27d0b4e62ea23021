import { gemini } from './gemini.ts';
import type { ProviderSpec } from './provider-spec.ts';

/**
 * Shut down by Google. The keys also work for Gemini: channels of this type call it with them, at the same
 * URL.
 */
export const palm: ProviderSpec = {
  ...gemini,
  type: 11,
  name: 'palm',
  label: 'PaLM2',
  color: '#9a8f6a',
  keyHint: 'providers.keys.palm',
};
