import type { CallKind } from '../ir/call-kind.ts';
import { splitBase } from './join-url.ts';
import { CALL_PATHS } from './openai-endpoints.ts';
import type {
  BuildUrl,
  FileEndpoint,
  StreamOptionsPolicy,
  UpstreamChannel,
} from './provider-spec.ts';

export const AZURE_API_VERSION = '2023-06-01-preview';

/** First version that accepts stream_options; older ones refuse it. */
const STREAM_OPTIONS_SINCE = '2024-09-01-preview';

/**
 * Azure URLs name a deployment, with the API version in the query. A base that ends with `/openai/v1` is the
 * newer endpoint without either.
 */
export function azureUrl(kind: CallKind): BuildUrl {
  return (base, { model, other }) => {
    const { origin, path } = splitBase(base);
    if (isUnversioned(path)) return `${origin}${path}${CALL_PATHS[kind]}${modelQuery(kind, model)}`;
    const root = path.replace(/\/openai(?:\/deployments)?$/, '');
    const version = encodeURIComponent(other.trim() || AZURE_API_VERSION);
    const deployment = encodeURIComponent(deploymentOf(model));
    if (kind === 'realtime')
      return `${origin}${root}/openai/realtime?api-version=${version}&deployment=${deployment}`;
    return `${origin}${root}/openai/deployments/${deployment}${CALL_PATHS[kind]}?api-version=${version}`;
  };
}

/** Files and batches belong to the resource, not to a deployment. Source: Azure OpenAI REST API 2024-10-21. */
export const azureFiles: FileEndpoint = {
  url:
    (end) =>
    (base, { other }) => {
      const { origin, path } = splitBase(base);
      if (isUnversioned(path)) return `${origin}${path}${end}`;
      const root = path.replace(/\/openai(?:\/deployments)?$/, '');
      const version = encodeURIComponent(other.trim() || AZURE_API_VERSION);
      return `${origin}${root}/openai${end}${end.includes('?') ? '&' : '?'}api-version=${version}`;
    },
  endpoint: (path) => path.replace(/^\/v1(?=\/)/, ''),
};

/** Realtime sessions name their model in the URL. */
const modelQuery = (kind: CallKind, model: string) =>
  kind === 'realtime' ? `?model=${encodeURIComponent(model)}` : '';

/** Deployments of the 3.5 family are named without the dot; all others like the model. */
function deploymentOf(model: string): string {
  return model.replace('gpt-3.5', 'gpt-35');
}

/** Versions start with their date, so they sort as strings. */
export function azureStreamOptions({ baseUrl, other }: UpstreamChannel): StreamOptionsPolicy {
  if (isUnversioned(splitBase(baseUrl).path)) return 'inject';
  return (other.trim() || AZURE_API_VERSION) >= STREAM_OPTIONS_SINCE ? 'inject' : 'remove';
}

function isUnversioned(path: string): boolean {
  return path.endsWith('/openai/v1');
}
