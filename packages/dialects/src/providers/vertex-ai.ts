import { messagesSources } from '../anthropic-messages/remote-sources.ts';
import { renderCloudClaudeBody, vertexClaudePath } from '../bedrock/claude.ts';
import { vertexClaudeId } from '../bedrock/claude-models.ts';
import { fillRoles } from '../gemini-generate/fill-roles.ts';
import { isRecord, parseJsonText } from '../json/parse-json.ts';
import { replaceMember } from '../json/splice-members.ts';
import type { Credential } from '../signing/credential.ts';
import { googleAccessTokens } from '../signing/google-access-tokens.ts';
import { parseServiceAccount } from '../signing/signed-tokens.ts';
import { channelField } from './channel-fields.ts';
import { claude } from './claude.ts';
import { gemini } from './gemini.ts';
import type { TransportCall, UpstreamTransport } from './upstream-transport.ts';
import { splitBase } from './join-url.ts';
import { vertexKeys } from './key-form.ts';
import { noAuth } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';
import { ownValue } from '../json/own-value.ts';

const GLOBAL_HOST = 'https://aiplatform.googleapis.com';

/** Gemini, Claude, embeddings, Imagen and a project's open models, each in its publisher's dialect. */
export const vertexAi: ProviderSpec = {
  type: 41,
  name: 'vertex-ai',
  label: 'Vertex AI',
  color: '#5580c0',
  defaultBaseUrl: '',
  baseUrlRequired: false,
  upstreamDialect: 'gemini-generate',
  endpoints: {},
  transport: vertexTransport,
  modelListUrl: null,
  auth: noAuth,
  supportsStreamOptions: true,
  fields: [
    channelField('other', 'vertexRegion', 'global'),
    channelField('key', 'vertexKey', '{"type":"service_account"}', true),
  ],
  keyHint: 'providers.keys.vertex',
  keyForm: vertexKeys,
  balance: null,
  models: [
    ...gemini.models,
    'imagen-4.0-generate-001',
    'imagen-4.0-fast-generate-001',
    'imagen-4.0-ultra-generate-001',
    ...claude.models,
  ],
};

/** The path prefix of a project's models: everything before `/publishers`. */
interface VertexLocation {
  readonly project: string;
  readonly region: string;
  readonly host: string;
  readonly credential: Credential;
}

function vertexTransport(call: TransportCall): UpstreamTransport | undefined {
  const { kind, key, model, baseUrl } = call;
  const isImagen = kind === 'images' && model.startsWith('imagen');
  if (kind !== 'chat' && kind !== 'embeddings' && !isImagen) return undefined;
  const account = parseServiceAccount(parseJsonText(key));
  if (!account) return kind === 'chat' ? apiKeyTransport(call) : undefined;
  const region = regionOf(call.other, model);
  if (region === undefined) return undefined;
  const host = baseUrl.trim() === '' ? hostOf(region) : rootOf(baseUrl);
  const location = {
    project: account.projectId,
    region,
    host,
    credential: googleAccessTokens(account),
  };
  if (isImagen) return predictionTransport(location, model, 'imagen-images');
  if (kind === 'embeddings') return predictionTransport(location, model, 'vertex-embeddings');
  if (model.startsWith('claude')) return claudeTransport(location, model);
  return model.includes('/') ? openModelTransport(location) : geminiTransport(location, model);
}

function geminiTransport(
  { project, region, host, credential }: VertexLocation,
  model: string,
): UpstreamTransport {
  const path = `/v1/projects/${project}/locations/${region}/publishers/google/models/`;
  return { ...geminiActions(host + path, model), headers: {}, credential };
}

function predictionTransport(
  { project, region, host, credential }: VertexLocation,
  model: string,
  format: 'imagen-images' | 'vertex-embeddings',
): UpstreamTransport {
  const path = `/v1/projects/${project}/locations/${region}/publishers/google/models/`;
  const url = `${host}${path}${encodeURIComponent(model)}:predict`;
  return { format, url, headers: {}, credential };
}

function geminiActions(root: string, model: string) {
  const url = `${root}${encodeURIComponent(model)}`;
  return {
    format: 'gemini-generate',
    url: `${url}:generateContent`,
    streamUrl: `${url}:streamGenerateContent?alt=sse`,
    countUrl: `${url}:countTokens`,
    wrapBody: fillRoles,
  } as const;
}

function claudeTransport(
  { project, region, host, credential }: VertexLocation,
  model: string,
): UpstreamTransport {
  const id = vertexClaudeId(model);
  const target = { project, region, model: id };
  const encodedModel = JSON.stringify(id);
  return {
    format: 'anthropic-messages',
    url: host + vertexClaudePath(target, false),
    streamUrl: host + vertexClaudePath(target, true),
    countUrl: host + vertexClaudePath({ ...target, model: 'count-tokens' }, false),
    remoteSources: messagesSources,
    // For counting, the model is in the body.
    wrapCount: (body) =>
      replaceMember(renderCloudClaudeBody(body, 'vertex'), 'model', encodedModel),
    headers: {},
    clientHeaders: { 'anthropic-beta': null },
    credential,
    wrapBody: (body) => renderCloudClaudeBody(body, 'vertex'),
  };
}

/** Models of other publishers (`meta/…`) use OpenAI's dialect. */
function openModelTransport({
  project,
  region,
  host,
  credential,
}: VertexLocation): UpstreamTransport {
  const url = `${host}/v1/projects/${project}/locations/${region}/endpoints/openapi/chat/completions`;
  return { format: 'openai-chat', url, headers: {}, credential };
}

/** API keys of express mode: Gemini only, without a project. */
function apiKeyTransport({ key, model, baseUrl }: TransportCall): UpstreamTransport | undefined {
  if (!/^[\w.-]+$/.test(key) || !model.startsWith('gemini')) return undefined;
  const host = baseUrl.trim() === '' ? GLOBAL_HOST : rootOf(baseUrl);
  return {
    ...geminiActions(`${host}/v1/publishers/google/models/`, model),
    headers: { 'x-goog-api-key': key },
  };
}

/** Reads a single region, or JSON with regions by model and a default; undefined if there is none. */
function regionOf(other: string, model: string): string | undefined {
  const text = other.trim();
  const map = text.startsWith('{') ? parseJsonText(text) : undefined;
  const region = isRecord(map)
    ? (ownValue(map, model) ?? map['default'] ?? 'global')
    : text || 'global';
  return typeof region === 'string' && /^[a-z0-9-]+$/.test(region) ? region : undefined;
}

function hostOf(region: string): string {
  if (region === 'global') return GLOBAL_HOST;
  if (region === 'us' || region === 'eu') return `https://aiplatform.${region}.rep.googleapis.com`;
  return `https://${region}-aiplatform.googleapis.com`;
}

function rootOf(baseUrl: string): string {
  const { origin, path } = splitBase(baseUrl);
  return origin + path.replace(/\/v1$/, '');
}
