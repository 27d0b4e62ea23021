import { answerJson } from '../answer.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import {
  answerBlocks,
  messageHead,
  messagesUsage,
  renderBlock,
  stopReason,
} from './messages-answer.ts';
import {
  countImages,
  findMessagesMistake,
  lastUserText,
  type MessagesBody,
} from './messages-body.ts';
import { streamMessages } from './messages-stream.ts';

/** POST /v1/messages. */
export const messagesEndpoint: Endpoint = {
  findMistake: findMessagesMistake,
  lastText: (body) => lastUserText(body as MessagesBody),
  images: (body) => countImages(body as MessagesBody),
  answer: (call) => ((call.body as MessagesBody).stream ? streamMessages(call) : answerWhole(call)),
};

/** POST /v1/messages/count_tokens. */
export const countTokensEndpoint: Endpoint = {
  findMistake: (body) => findMessagesMistake({ max_tokens: 1, ...body }),
  lastText: (body) => lastUserText(body as MessagesBody),
  answer: (call) => answerJson(call, { input_tokens: call.script.prompt_tokens }),
};

async function answerWhole(call: Call): Promise<void> {
  const blocks = answerBlocks(call);
  await answerJson(call, {
    ...messageHead(call),
    content: blocks.flatMap(renderBlock),
    stop_reason: stopReason(call.script, blocks),
    stop_sequence: null,
    usage: messagesUsage(call.script),
  });
}
