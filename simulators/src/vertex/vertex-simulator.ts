import { sendJson } from '../respond.ts';
import {
  countTokensEndpoint as countMessagesEndpoint,
  messagesEndpoint,
} from '../anthropic/messages.ts';
import { chatEndpoint } from '../chat.ts';
import type { Endpoint } from '../endpoint.ts';
import { renderGeminiError } from '../gemini/render-gemini-error.ts';
import { countTokensEndpoint, generateEndpoint } from '../gemini/generate.ts';
import { imagenImages } from '../media/image-forms.ts';
import type { RecordedRequest } from '../recorder.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import type { FoundEndpoint, Refusal, Wire } from '../wire.ts';
import { predictEmbeddings } from './predict-embeddings.ts';
import { type ServiceAccountFile, AccessTokenIssuer } from './access-token-issuer.ts';

export interface VertexOptions extends SimulatorOptions {
  /** Without token_uri, which will be this simulator's; see `account` of the simulator. */
  account: Omit<ServiceAccountFile, 'token_uri'>;
  /** An express-mode key. */
  expressKey?: string;
  /** Milliseconds since 1970, for the times in assertions. */
  nowMs?: () => number;
}

export interface VertexSimulator extends Simulator {
  /** The service account file for a channel's key. */
  readonly account: ServiceAccountFile;
  /** Returns how many times a token was requested. */
  tokensAsked(): number;
  /** Invalidates the tokens issued so far. */
  withdrawTokens(): void;
}

const PROJECT_PATH = /^\/v1\/projects\/([^/]+)\/locations\/([a-z0-9-]+)\/(.+)$/;
const EXPRESS_PATH = /^\/v1\/(publishers\/google\/models\/.+)$/;

const ACTIONS: Record<string, { endpoint: Endpoint; stream: boolean }> = {
  generateContent: { endpoint: generateEndpoint, stream: false },
  streamGenerateContent: { endpoint: generateEndpoint, stream: true },
  predict: { endpoint: predictEmbeddings, stream: false },
  countTokens: { endpoint: countTokensEndpoint, stream: false },
  rawPredict: { endpoint: messagesEndpoint, stream: false },
  streamRawPredict: { endpoint: messagesEndpoint, stream: true },
};
/** Counts tokens for all Claude models; the model is in the body. */
const COUNT_PATH = 'publishers/anthropic/models/count-tokens:rawPredict';
const CLAUDE_ERRORS = {
  errorEvent: ({ message }: { message: string }) =>
    `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: 'api_error', message } })}\n\n`,
};

/** Starts an upstream that speaks Vertex AI, and issues its access tokens. */
export async function startVertexSimulator(options: VertexOptions): Promise<VertexSimulator> {
  const { expressKey, nowMs = Date.now } = options;
  const account: ServiceAccountFile = { ...options.account, token_uri: '' };
  const issuer = new AccessTokenIssuer(account, nowMs);
  const simulator = await startSimulator(vertexWire({ account, issuer, expressKey }), options);
  account.token_uri = `${simulator.url}/token`;
  return {
    ...simulator,
    account,
    tokensAsked: () => issuer.requestCount,
    withdrawTokens: () => issuer.withdraw(),
  };
}

interface Doors {
  account: ServiceAccountFile;
  issuer: AccessTokenIssuer;
  expressKey: string | undefined;
}

function vertexWire(doors: Doors): Wire {
  return {
    readKey: () => doors.account.client_email,
    keyMistake: () => ({ message: 'not used', type: '', code: null }),
    respondEarly(record, response) {
      if (record.path !== '/token') return false;
      doors.issuer.respond(record, response);
      return true;
    },
    findRefusal: (record) => findCredentialError(record, doors) ?? findBodyMistake(record),
    findEndpoint(path) {
      const resource = PROJECT_PATH.exec(path)?.[3] ?? EXPRESS_PATH.exec(path)?.[1] ?? '';
      if (resource === 'endpoints/openapi/chat/completions') return { endpoint: chatEndpoint };
      return findModel(resource);
    },
    renderError: renderGeminiError,
    errorEvent: (error) => `data: ${JSON.stringify(renderGeminiError(500, error))}\n\n`,
    serveRead(_options, _method, path, response) {
      const error = { message: `Not found: ${path}`, type: '', code: null };
      sendJson(response, 404, renderGeminiError(404, error));
    },
  };
}

function findModel(resource: string): FoundEndpoint | undefined {
  if (resource === COUNT_PATH) return { endpoint: countMessagesEndpoint };
  const [, publisher, model = '', action = ''] =
    /^publishers\/(google|anthropic)\/models\/([^/:]+):(\w+)$/.exec(resource) ?? [];
  const found = ACTIONS[action];
  if (!found || (publisher === 'anthropic') !== action.endsWith('awPredict')) return undefined;
  const { stream } = found;
  const endpoint = model.startsWith('imagen') ? imagenImages : found.endpoint;
  return {
    endpoint: publisher === 'anthropic' ? { ...endpoint, ...CLAUDE_ERRORS } : endpoint,
    inPath: { model: decodeURIComponent(model), stream },
  };
}

/**
 * Refuses wrong credentials: tokens are valid for their own project, an express key for paths without one.
 */
function findCredentialError(
  { path, headers }: RecordedRequest,
  { account, issuer, expressKey }: Doors,
): Refusal | undefined {
  const refuse = (status: number, message: string): Refusal => ({
    status,
    error: { message, type: '', code: null },
  });
  const project = PROJECT_PATH.exec(path)?.[1];
  if (project === undefined)
    return headers['x-goog-api-key'] === expressKey
      ? undefined
      : refuse(400, 'API key not valid. Please pass a valid API key.');
  const token = (headers.authorization ?? '').replace(/^Bearer /, '');
  if (!issuer.isValid(token))
    return refuse(
      401,
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    );
  if (project === account.project_id) return undefined;
  return refuse(403, `Permission 'aiplatform.endpoints.predict' denied on resource ${project}`);
}

/** Claude has its model in the path and its version in the body; Gemini requires a role everywhere. */
function findBodyMistake({ method, path, body }: RecordedRequest): Refusal | undefined {
  if (method !== 'POST') return undefined;
  const members = JSON.parse(body) as {
    model?: string;
    anthropic_version?: string;
    contents?: { role?: string }[];
  };
  const isClaude = path.includes('/publishers/anthropic/');
  const mistake = isClaude
    ? 'model' in members !== path.endsWith('/count-tokens:rawPredict')
      ? 'model: Extra inputs are not permitted'
      : members.anthropic_version !== 'vertex-2023-10-16' && 'anthropic_version: Field required'
    : members.contents?.some(({ role }) => role === undefined) &&
      'Please use a valid role: user, model.';
  return mistake ? { status: 400, error: { message: mistake, type: '', code: null } } : undefined;
}
