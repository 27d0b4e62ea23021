import { gemini } from './gemini.ts';
import type { ProviderSpec } from './provider-spec.ts';

/**
 * Shut down by its maker. Its keys were Google's: channels of this type call Gemini with them, at
 * the same address.
 */
export const palm: ProviderSpec = {
  ...gemini,
  type: 11,
  name: 'palm',
  label: 'PaLM2',
  color: '#9a8f6a',
  keyHint: 'providers.keys.palm',
};
