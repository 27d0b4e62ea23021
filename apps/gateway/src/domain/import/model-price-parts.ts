/** What a model costs, in the terms of our price options. */
export interface ModelPriceParts {
  modelRatio?: number;
  completionRatio?: number;
  cacheRatio?: number;
  cacheWriteRatio?: number;
  imageRatio?: number;
  audioRatio?: number;
  audioCompletionRatio?: number;
  /** USD a call. */
  modelPrice?: number;
}
