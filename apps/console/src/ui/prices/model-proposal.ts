import type { UnpricedModel } from '@tollgate/contract';

/** A list price proposed for a model without a price. */
export type ModelProposal = NonNullable<UnpricedModel['proposal']>;
