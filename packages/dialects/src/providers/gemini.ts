import { channelField } from './channel-fields.ts';
import { generateEndpoint, googleAuth, modelActionUrl } from './chat-endpoints.ts';
import type { TransportCall, UpstreamTransport } from './upstream-transport.ts';
import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec, UrlTarget } from './provider-spec.ts';

const geminiPrefix = ({ other }: UrlTarget) => `/${other.trim() || 'v1beta'}`;
/** The OpenAI-compatible endpoint, used for the model list. */
const openAiPrefix = (target: UrlTarget) => `${geminiPrefix(target)}/openai`;

/**
 * Imagen has a call of its own; images of Gemini's models are requested in OpenAI's format. Google's own
 * client now offers Imagen on Vertex AI only, so it is not listed here.
 */
function imagenTransport({
  kind,
  key,
  model,
  baseUrl,
  other,
}: TransportCall): UpstreamTransport | undefined {
  if (kind !== 'images' || !model.startsWith('imagen')) return undefined;
  const base = baseUrl.trim() === '' ? gemini.defaultBaseUrl : baseUrl;
  const url = modelActionUrl(geminiPrefix, 'predict')(base, { model, other });
  return { format: 'imagen-images', url, headers: googleAuth(key) };
}

export const gemini: ProviderSpec = {
  type: 24,
  name: 'gemini',
  label: 'Gemini',
  color: '#5b8bd9',
  defaultBaseUrl: 'https://generativelanguage.googleapis.com',
  baseUrlRequired: false,
  upstreamDialect: 'gemini-generate',
  endpoints: openAiEndpoints(openAiPrefix, ['images']),
  chatEndpoints: { 'gemini-generate': generateEndpoint(geminiPrefix) },
  auxiliaryEndpoints: {
    embeddings: {
      format: 'gemini-embeddings',
      url: modelActionUrl(geminiPrefix, 'batchEmbedContents'),
      auth: googleAuth,
    },
  },
  transport: imagenTransport,
  modelListUrl: openAiUrl(openAiPrefix, '/models'),
  auth: bearerAuth,
  supportsStreamOptions: true,
  otherDefault: 'v1beta',
  fields: [channelField('other', 'geminiVersion', 'v1beta')],
  keyHint: 'providers.keys.gemini',
  balance: null,
  models: [
    'gemini-4-argon',
    'gemini-3.8-flash',
    'gemini-3.7-flash',
    'gemini-3.6-flash',
    'gemini-3.5-flash',
    'gemini-3.5-flash-lite',
    'gemini-3.1-pro-preview',
    'gemini-3.1-flash-lite',
    'gemini-3-flash-preview',
    'gemini-2.5-pro',
    'gemini-2.5-flash',
    'gemini-2.5-flash-lite',
    'gemini-embedding-001',
    'gemini-2.5-flash-image',
    'gemini-3-pro-image-preview',
  ],
};
