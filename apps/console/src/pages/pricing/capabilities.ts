import type { ModelCapability } from '@tollgate/contract';

/** Repeated here because the contract's list would load its schemas for visitors. */
const KNOWN: Readonly<Record<ModelCapability, true>> = {
  vision: true,
  audio: true,
  tools: true,
  thinking: true,
};

/** The capabilities to filter models by, in order. */
export const CAPABILITIES = Object.keys(KNOWN) as readonly ModelCapability[];
