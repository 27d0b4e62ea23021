/** The discount of batches among the service tiers of the price book. No call can ask for it. */
export const BATCH_TIER = 'batch';
