import type { RequestShape } from '../openai-chat/request-shape.ts';

export const embeddingsShape: RequestShape = {
  required: { name: 'input', types: ['string', 'array'] },
  generates: false,
  limitMembers: [],
  promptMembers: new Map([['input', 'media']]),
};
