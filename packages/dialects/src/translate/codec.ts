import { parseLibraryAnswer } from '../ai-proxy-library/parse-answer.ts';
import { readLibraryStream } from '../ai-proxy-library/parse-stream.ts';
import { renderLibraryRequest } from '../ai-proxy-library/render-request.ts';
import { parseMessagesAnswer } from '../anthropic-messages/parse-answer.ts';
import { parseMessagesRequest } from '../anthropic-messages/parse-request.ts';
import { readMessagesStream } from '../anthropic-messages/parse-stream.ts';
import { renderMessagesAnswer } from '../anthropic-messages/render-answer.ts';
import { renderMessagesRequest } from '../anthropic-messages/render-request.ts';
import { renderMessagesStream } from '../anthropic-messages/render-stream.ts';
import { parseBaiduAnswer } from '../baidu-chat/parse-answer.ts';
import { readBaiduStream } from '../baidu-chat/parse-stream.ts';
import { renderBaiduRequest } from '../baidu-chat/render-request.ts';
import { parseCohereAnswer } from '../cohere-chat/parse-answer.ts';
import { readCohereStream } from '../cohere-chat/parse-stream.ts';
import { renderCohereRequest } from '../cohere-chat/render-request.ts';
import { parseDifyAnswer } from '../dify-chat/parse-answer.ts';
import { readDifyStream } from '../dify-chat/parse-stream.ts';
import { parseWorkflowAnswer, readWorkflowStream } from '../dify-chat/parse-workflow.ts';
import {
  renderDifyCompletion,
  renderDifyRequest,
  renderDifyWorkflow,
} from '../dify-chat/render-request.ts';
import { parseGenerateAnswer } from '../gemini-generate/parse-answer.ts';
import { parseGenerateRequest } from '../gemini-generate/parse-request.ts';
import { readGenerateStream } from '../gemini-generate/parse-stream.ts';
import { renderGenerateAnswer } from '../gemini-generate/render-answer.ts';
import { renderGenerateRequest } from '../gemini-generate/render-request.ts';
import { renderGenerateStream } from '../gemini-generate/render-stream.ts';
import { parseHunyuanAnswer } from '../hunyuan-chat/parse-answer.ts';
import { readHunyuanStream } from '../hunyuan-chat/parse-stream.ts';
import { renderHunyuanRequest } from '../hunyuan-chat/render-request.ts';
import type { ChatAnswer } from '../ir/answer.ts';
import type { Dialect, UpstreamFormat } from '../ir/dialect.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { knowsCustomTools } from '../model-rules/openai-models.ts';
import type { RenderContext } from '../ir/render-context.ts';
import type { ChatRequest } from '../ir/request.ts';
import type { OpenDialectReader } from '../ir/stream-parser.ts';
import type { StreamRenderer } from '../ir/stream-renderer.ts';
import type { JsonObject } from '../json/json-object.ts';
import { parseOllamaAnswer } from '../ollama-chat/parse-answer.ts';
import { readOllamaStream } from '../ollama-chat/parse-stream.ts';
import { renderOllamaRequest } from '../ollama-chat/render-request.ts';
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

import { parseSparkAnswer } from '../spark-chat/parse-answer.ts';
import { readSparkStream } from '../spark-chat/parse-stream.ts';
import { renderSparkRequest } from '../spark-chat/render-request.ts';

/** The upstream half of a dialect: renders requests, parses responses. */
export interface UpstreamCodec {
  readonly renderRequest: (
    request: ChatRequest,
    warnings: ConversionWarnings,
    includeUsage: boolean,
  ) => JsonObject;
  /** Undefined when the body is not a response. `id` is for parts that come without ids. */
  readonly parseAnswer: (body: JsonObject, id: string) => ChatAnswer | undefined;
  readonly readStream: OpenDialectReader;
  /** One JSON object a line instead of server-sent events. */
  readonly streamsLines?: true;
  /** Requests must name a user: the gateway's, where the client named none. */
  readonly needsUser?: true;
  /** Which models know tools with free-text input; for others they are wrapped in an object. */
  readonly knowsCustomTools?: (model: string) => boolean;
}

/** The client half of a dialect: parses requests, renders responses. */
export interface Codec extends UpstreamCodec {
  /** Model and streaming apply where the body lacks them. Throws ShapeError. */
  readonly parseRequest: (body: JsonObject, model: string, stream: boolean) => ChatRequest;
  readonly renderAnswer: (answer: ChatAnswer, context: RenderContext) => JsonObject;
  readonly renderStream: (context: RenderContext) => StreamRenderer;
}

export const CODECS: Readonly<Record<Dialect, Codec>> = {
  'openai-chat': {
    parseRequest: parseChatRequest,
    renderRequest: renderChatRequest,
    parseAnswer: parseChatAnswer,
    renderAnswer: renderChatAnswer,
    readStream: readChatStream,
    renderStream: renderChatStream,
    knowsCustomTools,
  },
  'openai-responses': {
    parseRequest: parseResponsesRequest,
    renderRequest: renderResponsesRequest,
    parseAnswer: parseResponsesAnswer,
    renderAnswer: renderResponsesAnswer,
    readStream: readResponsesStream,
    renderStream: renderResponsesStream,
    knowsCustomTools,
  },
  'anthropic-messages': {
    parseRequest: parseMessagesRequest,
    renderRequest: renderMessagesRequest,
    parseAnswer: parseMessagesAnswer,
    renderAnswer: renderMessagesAnswer,
    readStream: readMessagesStream,
    renderStream: renderMessagesStream,
  },
  'gemini-generate': {
    parseRequest: parseGenerateRequest,
    renderRequest: renderGenerateRequest,
    parseAnswer: parseGenerateAnswer,
    renderAnswer: renderGenerateAnswer,
    readStream: readGenerateStream,
    renderStream: renderGenerateStream,
  },
};

/** Also the forms that only upstreams have. */
export const UPSTREAM_CODECS: Readonly<Record<UpstreamFormat, UpstreamCodec>> = {
  ...CODECS,
  'cohere-chat': {
    renderRequest: renderCohereRequest,
    parseAnswer: parseCohereAnswer,
    readStream: readCohereStream,
  },
  'ollama-chat': {
    renderRequest: renderOllamaRequest,
    parseAnswer: parseOllamaAnswer,
    readStream: readOllamaStream,
    streamsLines: true,
  },
  'baidu-chat': {
    renderRequest: renderBaiduRequest,
    parseAnswer: parseBaiduAnswer,
    readStream: readBaiduStream,
  },
  'hunyuan-chat': {
    renderRequest: renderHunyuanRequest,
    parseAnswer: parseHunyuanAnswer,
    readStream: readHunyuanStream,
  },
  'spark-chat': {
    renderRequest: renderSparkRequest,
    parseAnswer: parseSparkAnswer,
    readStream: readSparkStream,
    needsUser: true,
  },
  'dify-chat': {
    renderRequest: renderDifyRequest,
    parseAnswer: parseDifyAnswer,
    readStream: readDifyStream,
    needsUser: true,
  },
  'dify-completion': {
    renderRequest: renderDifyCompletion,
    parseAnswer: parseDifyAnswer,
    readStream: readDifyStream,
    needsUser: true,
  },
  'dify-workflow': {
    renderRequest: renderDifyWorkflow,
    parseAnswer: parseWorkflowAnswer,
    readStream: readWorkflowStream,
    needsUser: true,
  },
  'ai-proxy-library': {
    renderRequest: renderLibraryRequest,
    parseAnswer: parseLibraryAnswer,
    readStream: readLibraryStream,
  },
};
