import type { RequestShape } from '../openai-chat/request-shape.ts';

export const completionsShape: RequestShape = {
  required: { name: 'prompt', types: ['string', 'array'] },
  generates: true,
  limitMembers: ['max_tokens'],
  promptList: 'prompt',
  promptMembers: new Map([
    ['prompt', 'media'],
    ['suffix', 'text'],
  ]),
};
