import { parseMessagesAnswer } from '../anthropic-messages/parse-answer.ts';
import { parseMessagesRequest } from '../anthropic-messages/parse-request.ts';
import { readMessagesStream } from '../anthropic-messages/parse-stream.ts';
import { renderMessagesAnswer } from '../anthropic-messages/render-answer.ts';
import { renderMessagesRequest } from '../anthropic-messages/render-request.ts';
import { renderMessagesStream } from '../anthropic-messages/render-stream.ts';
import { parseGenerateAnswer } from '../gemini-generate/parse-answer.ts';
import { parseGenerateRequest } from '../gemini-generate/parse-request.ts';
import { readGenerateStream } from '../gemini-generate/parse-stream.ts';
import { renderGenerateAnswer } from '../gemini-generate/render-answer.ts';
import { renderGenerateRequest } from '../gemini-generate/render-request.ts';
import { renderGenerateStream } from '../gemini-generate/render-stream.ts';
import type { ChatAnswer } from '../ir/answer.ts';
import type { Dialect } from '../ir/dialect.ts';
import type { LossReport } from '../ir/losses.ts';
import type { RenderContext } from '../ir/render-context.ts';
import type { ChatRequest } from '../ir/request.ts';
import type { OpenDialectReader } from '../ir/stream-parser.ts';
import type { StreamRenderer } from '../ir/stream-renderer.ts';
import type { JsonObject } from '../openai-chat/client-request.ts';
import { parseChatAnswer } from '../openai-chat/parse-answer.ts';
import { parseChatRequest } from '../openai-chat/parse-request.ts';
import { readChatStream } from '../openai-chat/parse-stream.ts';
import { renderChatAnswer } from '../openai-chat/render-answer.ts';
import { renderChatRequest } from '../openai-chat/render-request.ts';
import { renderChatStream } from '../openai-chat/render-stream.ts';
import { parseResponsesAnswer } from '../openai-responses/parse-answer.ts';
import { parseResponsesRequest } from '../openai-responses/parse-request.ts';
import { readResponsesStream } from '../openai-responses/parse-stream.ts';
import { renderResponsesAnswer } from '../openai-responses/render-answer.ts';
import { renderResponsesRequest } from '../openai-responses/render-request.ts';
import { renderResponsesStream } from '../openai-responses/render-stream.ts';

/** Everything that a dialect can say and understand. */
export interface Codec {
  /** Model and streaming are used where they do not stand in the body. Throws ShapeError. */
  readonly parseRequest: (body: JsonObject, model: string, stream: boolean) => ChatRequest;
  readonly renderRequest: (
    request: ChatRequest,
    losses: LossReport,
    includeUsage: boolean,
  ) => JsonObject;
  /** Undefined when the body is no answer. `id` is for parts that come without ids. */
  readonly parseAnswer: (body: JsonObject, id: string) => ChatAnswer | undefined;
  readonly renderAnswer: (answer: ChatAnswer, context: RenderContext) => JsonObject;
  readonly readStream: OpenDialectReader;
  readonly renderStream: (context: RenderContext) => StreamRenderer;
  /** Tools that take free text are known; elsewhere they are wrapped in an object. */
  readonly hasCustomTools: boolean;
}

export const CODECS: Readonly<Record<Dialect, Codec>> = {
  'openai-chat': {
    parseRequest: parseChatRequest,
    renderRequest: renderChatRequest,
    parseAnswer: parseChatAnswer,
    renderAnswer: renderChatAnswer,
    readStream: readChatStream,
    renderStream: renderChatStream,
    hasCustomTools: true,
  },
  'openai-responses': {
    parseRequest: parseResponsesRequest,
    renderRequest: renderResponsesRequest,
    parseAnswer: parseResponsesAnswer,
    renderAnswer: renderResponsesAnswer,
    readStream: readResponsesStream,
    renderStream: renderResponsesStream,
    hasCustomTools: true,
  },
  'anthropic-messages': {
    parseRequest: parseMessagesRequest,
    renderRequest: renderMessagesRequest,
    parseAnswer: parseMessagesAnswer,
    renderAnswer: renderMessagesAnswer,
    readStream: readMessagesStream,
    renderStream: renderMessagesStream,
    hasCustomTools: false,
  },
  'gemini-generate': {
    parseRequest: parseGenerateRequest,
    renderRequest: renderGenerateRequest,
    parseAnswer: parseGenerateAnswer,
    renderAnswer: renderGenerateAnswer,
    readStream: readGenerateStream,
    renderStream: renderGenerateStream,
    hasCustomTools: false,
  },
};
