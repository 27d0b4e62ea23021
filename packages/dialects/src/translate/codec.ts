import { parseLibraryResponse } from '../ai-proxy-library/parse-response.ts';
import { readLibraryStream } from '../ai-proxy-library/parse-stream.ts';
import { renderLibraryRequest } from '../ai-proxy-library/render-request.ts';
import { parseMessagesResponse } from '../anthropic-messages/parse-response.ts';
import { parseMessagesRequest } from '../anthropic-messages/parse-request.ts';
import { readMessagesStream } from '../anthropic-messages/parse-stream.ts';
import { renderMessagesResponse } from '../anthropic-messages/render-response.ts';
import { renderMessagesRequest } from '../anthropic-messages/render-request.ts';
import { renderMessagesStream } from '../anthropic-messages/render-stream.ts';
import { parseBaiduResponse } from '../baidu-chat/parse-response.ts';
import { readBaiduStream } from '../baidu-chat/parse-stream.ts';
import { renderBaiduRequest } from '../baidu-chat/render-request.ts';
import { parseCohereResponse } from '../cohere-chat/parse-response.ts';
import { readCohereStream } from '../cohere-chat/parse-stream.ts';
import { renderCohereRequest } from '../cohere-chat/render-request.ts';
import { parseDifyResponse } from '../dify-chat/parse-response.ts';
import { readDifyStream } from '../dify-chat/parse-stream.ts';
import { parseWorkflowResponse, readWorkflowStream } from '../dify-chat/parse-workflow.ts';
import {
  renderDifyCompletion,
  renderDifyRequest,
  renderDifyWorkflow,
} from '../dify-chat/render-request.ts';
import { parseGenerateResponse } from '../gemini-generate/parse-response.ts';
import { parseGenerateRequest } from '../gemini-generate/parse-request.ts';
import { readGenerateStream } from '../gemini-generate/parse-stream.ts';
import { renderGenerateResponse } from '../gemini-generate/render-response.ts';
import { renderGenerateRequest } from '../gemini-generate/render-request.ts';
import { renderGenerateStream } from '../gemini-generate/render-stream.ts';
import { parseHunyuanResponse } from '../hunyuan-chat/parse-response.ts';
import { readHunyuanStream } from '../hunyuan-chat/parse-stream.ts';
import { renderHunyuanRequest } from '../hunyuan-chat/render-request.ts';
import type { ChatResponse } from '../ir/response.ts';
import type { Dialect, UpstreamFormat } from '../ir/dialect.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { knowsCustomTools } from '../model-rules/openai-models.ts';
import type { RenderContext } from '../ir/render-context.ts';
import type { ChatRequest } from '../ir/request.ts';
import type { OpenDialectReader } from '../ir/stream-parser.ts';
import type { StreamRenderer } from '../ir/stream-renderer.ts';
import type { JsonObject } from '../json/json-object.ts';
import { parseOllamaResponse } from '../ollama-chat/parse-response.ts';
import { readOllamaStream } from '../ollama-chat/parse-stream.ts';
import { renderOllamaRequest } from '../ollama-chat/render-request.ts';
import { parseChatResponse } from '../openai-chat/parse-response.ts';
import { parseChatRequest } from '../openai-chat/parse-request.ts';
import { readChatStream } from '../openai-chat/parse-stream.ts';
import { renderChatResponse } from '../openai-chat/render-response.ts';
import { renderChatRequest } from '../openai-chat/render-request.ts';
import { renderChatStream } from '../openai-chat/render-stream.ts';
import { parseResponsesResponse } from '../openai-responses/parse-response.ts';
import { parseResponsesRequest } from '../openai-responses/parse-request.ts';
import { readResponsesStream } from '../openai-responses/parse-stream.ts';
import { renderResponsesResponse } from '../openai-responses/render-response.ts';
import { renderResponsesRequest } from '../openai-responses/render-request.ts';
import { renderResponsesStream } from '../openai-responses/render-stream.ts';

import { parseSparkResponse } from '../spark-chat/parse-response.ts';
import { readSparkStream } from '../spark-chat/parse-stream.ts';
import { renderSparkRequest } from '../spark-chat/render-request.ts';

/** The upstream half of a dialect: renders requests, parses responses. */
export interface UpstreamCodec {
  readonly renderRequest: (
    request: ChatRequest,
    warnings: ConversionWarnings,
    includeUsage: boolean,
  ) => JsonObject;
  /** Returns undefined if the body is not a response. `id` is for parts without ids. */
  readonly parseResponse: (body: JsonObject, id: string) => ChatResponse | undefined;
  readonly readStream: OpenDialectReader;
  /** The stream has one JSON object per line instead of server-sent events. */
  readonly streamsLines?: true;
  /** Requests must name a user: the gateway's, if the client named none. */
  readonly needsUser?: true;
  /**
   * Returns whether a model supports tools with free-text input; for others they are wrapped in an object.
   */
  readonly knowsCustomTools?: (model: string) => boolean;
}

/** The client half of a dialect: parses requests, renders responses. */
export interface Codec extends UpstreamCodec {
  /** `model` and `stream` apply if the body lacks them. Throws ShapeError. */
  readonly parseRequest: (body: JsonObject, model: string, stream: boolean) => ChatRequest;
  readonly renderResponse: (response: ChatResponse, context: RenderContext) => JsonObject;
  readonly renderStream: (context: RenderContext) => StreamRenderer;
}

export const CODECS: Readonly<Record<Dialect, Codec>> = {
  'openai-chat': {
    parseRequest: parseChatRequest,
    renderRequest: renderChatRequest,
    parseResponse: parseChatResponse,
    renderResponse: renderChatResponse,
    readStream: readChatStream,
    renderStream: renderChatStream,
    knowsCustomTools,
  },
  'openai-responses': {
    parseRequest: parseResponsesRequest,
    renderRequest: renderResponsesRequest,
    parseResponse: parseResponsesResponse,
    renderResponse: renderResponsesResponse,
    readStream: readResponsesStream,
    renderStream: renderResponsesStream,
    knowsCustomTools,
  },
  'anthropic-messages': {
    parseRequest: parseMessagesRequest,
    renderRequest: renderMessagesRequest,
    parseResponse: parseMessagesResponse,
    renderResponse: renderMessagesResponse,
    readStream: readMessagesStream,
    renderStream: renderMessagesStream,
  },
  'gemini-generate': {
    parseRequest: parseGenerateRequest,
    renderRequest: renderGenerateRequest,
    parseResponse: parseGenerateResponse,
    renderResponse: renderGenerateResponse,
    readStream: readGenerateStream,
    renderStream: renderGenerateStream,
  },
};

/** Includes the formats that only upstreams have. */
export const UPSTREAM_CODECS: Readonly<Record<UpstreamFormat, UpstreamCodec>> = {
  ...CODECS,
  'cohere-chat': {
    renderRequest: renderCohereRequest,
    parseResponse: parseCohereResponse,
    readStream: readCohereStream,
  },
  'ollama-chat': {
    renderRequest: renderOllamaRequest,
    parseResponse: parseOllamaResponse,
    readStream: readOllamaStream,
    streamsLines: true,
  },
  'baidu-chat': {
    renderRequest: renderBaiduRequest,
    parseResponse: parseBaiduResponse,
    readStream: readBaiduStream,
  },
  'hunyuan-chat': {
    renderRequest: renderHunyuanRequest,
    parseResponse: parseHunyuanResponse,
    readStream: readHunyuanStream,
  },
  'spark-chat': {
    renderRequest: renderSparkRequest,
    parseResponse: parseSparkResponse,
    readStream: readSparkStream,
    needsUser: true,
  },
  'dify-chat': {
    renderRequest: renderDifyRequest,
    parseResponse: parseDifyResponse,
    readStream: readDifyStream,
    needsUser: true,
  },
  'dify-completion': {
    renderRequest: renderDifyCompletion,
    parseResponse: parseDifyResponse,
    readStream: readDifyStream,
    needsUser: true,
  },
  'dify-workflow': {
    renderRequest: renderDifyWorkflow,
    parseResponse: parseWorkflowResponse,
    readStream: readWorkflowStream,
    needsUser: true,
  },
  'ai-proxy-library': {
    renderRequest: renderLibraryRequest,
    parseResponse: parseLibraryResponse,
    readStream: readLibraryStream,
  },
};
