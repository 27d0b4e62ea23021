/** What the price of a model counts, as `quota_type` of GET /api/pricing has it. */
export const QUOTA_TYPE_TOKENS = 0;
export const QUOTA_TYPE_CALL = 1;
