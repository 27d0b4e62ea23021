/** The price of a model, in the terms of our price options. */
export interface ModelPriceParts {
  modelRatio?: number;
  completionRatio?: number;
  cacheRatio?: number;
  cacheWriteRatio?: number;
  imageRatio?: number;
  audioRatio?: number;
  audioCompletionRatio?: number;
  /** USD per call. */
  modelPrice?: number;
}
