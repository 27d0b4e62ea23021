import type { RequestShape } from './request-shape.ts';

export const chatShape: RequestShape = {
  required: { name: 'messages', types: ['array'] },
  generates: true,
  limitMembers: ['max_completion_tokens', 'max_tokens'],
  promptMembers: new Map([
    ['messages', 'parts'],
    ['tools', 'text'],
    ['functions', 'text'],
    ['response_format', 'text'],
  ]),
};
