/** How a model is priced, as in `quota_type` of GET /api/pricing. */
export const QUOTA_TYPE_TOKENS = 0;
export const QUOTA_TYPE_CALL = 1;
