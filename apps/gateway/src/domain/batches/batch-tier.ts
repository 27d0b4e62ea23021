/** The service tier in the price book that stands for the batch discount. No call can request it. */
export const BATCH_TIER = 'batch';
