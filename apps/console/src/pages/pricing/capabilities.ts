import type { ModelCapability } from '@tollgate/contract';

/** Said here anew: the contract's own list would bring its schemas into the page for visitors. */
const KNOWN: Readonly<Record<ModelCapability, true>> = {
  vision: true,
  audio: true,
  tools: true,
  thinking: true,
};

/** What models can be filtered by, in order. */
export const CAPABILITIES = Object.keys(KNOWN) as readonly ModelCapability[];
