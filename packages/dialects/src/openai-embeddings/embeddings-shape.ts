import { weighInput } from '../openai-chat/weigh-input.ts';
import type { RequestShape } from '../openai-chat/client-request.ts';

export const embeddingsShape: RequestShape = {
  required: { name: 'input', types: ['string', 'array'] },
  generates: false,
  limitMembers: [],
  weighPrompt: (body) => weighInput(body['input']),
};
