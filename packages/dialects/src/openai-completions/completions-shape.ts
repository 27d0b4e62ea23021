import { weighInput } from '../openai-chat/weigh-input.ts';
import type { RequestShape } from '../openai-chat/client-request.ts';

export const completionsShape: RequestShape = {
  required: { name: 'prompt', types: ['string', 'array'] },
  generates: true,
  limitMembers: ['max_tokens'],
  weighPrompt: (body) =>
    weighInput(body['prompt']) + (body['suffix'] ? weighInput(body['suffix']) : 0),
};
