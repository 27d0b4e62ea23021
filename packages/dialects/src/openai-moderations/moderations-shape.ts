import type { RequestShape } from '../openai-chat/request-shape.ts';

export const moderationsShape: RequestShape = {
  required: { name: 'input', types: ['string', 'array'] },
  defaultModel: 'omni-moderation-latest',
  generates: false,
  limitMembers: [],
  promptMembers: new Map([['input', 'media']]),
};
