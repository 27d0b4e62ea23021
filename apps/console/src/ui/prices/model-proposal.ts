import type { UnpricedModel } from '@tollgate/contract';

/** A list price that is offered for a model without one. */
export type ModelProposal = NonNullable<UnpricedModel['proposal']>;
