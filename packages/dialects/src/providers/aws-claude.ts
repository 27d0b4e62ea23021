import { messagesSources } from '../anthropic-messages/remote-sources.ts';
import {
  bedrockCountBody,
  BedrockToSse,
  bedrockPath,
  renderCloudClaudeBody,
} from '../bedrock/claude.ts';
import { bedrockCountId, bedrockModelId } from '../bedrock/claude-models.ts';
import { AWS_REGION, parseAwsKey, signAwsRequest, type AwsKey } from '../signing/aws-sigv4.ts';
import type { Credential } from '../signing/credential.ts';
import { channelField } from './channel-fields.ts';
import { claude } from './claude.ts';
import type {
  TransportCall,
  ChannelAccount,
  ModelListRequest,
  UpstreamTransport,
} from './upstream-transport.ts';
import { splitBase } from './join-url.ts';
import { awsKeys } from './key-form.ts';
import { bearerAuth, noAuth } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

/** Signs calls with AccessKey|SecretKey|region; an API key (key|region) needs no signature. */
export const awsClaude: ProviderSpec = {
  type: 33,
  name: 'aws-claude',
  label: 'AWS Claude',
  color: '#b98a4b',
  defaultBaseUrl: '',
  baseUrlRequired: false,
  upstreamDialect: 'anthropic-messages',
  endpoints: {},
  transport: claudeTransport,
  modelListRequest: listModels,
  modelListUrl: null,
  auth: noAuth,
  supportsStreamOptions: false,
  fields: [
    channelField('key', 'awsKey', 'AccessKey|SecretKey|us-east-1', true),
    channelField('other', 'awsProfile', 'us'),
  ],
  keyHint: 'providers.keys.aws',
  keyForm: awsKeys,
  balance: null,
  models: claude.models,
};

interface Access {
  readonly region: string;
  readonly headers: Record<string, string>;
  readonly credential?: Credential;
}

function claudeTransport({
  kind,
  model,
  key,
  baseUrl,
  other,
}: TransportCall): UpstreamTransport | undefined {
  const access = openKey(key);
  if (kind !== 'chat' || !access) return undefined;
  const root = baseOf(baseUrl, 'bedrock-runtime', access);
  const id = bedrockModelId(model, access.region, other.trim().replace(/\.$/, ''));
  const countId = bedrockCountId(model);
  return {
    format: 'anthropic-messages',
    url: root + bedrockPath(id, 'invoke'),
    streamUrl: root + bedrockPath(id, 'invoke-with-response-stream'),
    ...(countId === undefined ? {} : { countUrl: root + bedrockPath(countId, 'count-tokens') }),
    wrapCount: bedrockCountBody,
    remoteSources: messagesSources,
    headers: access.headers,
    ...(access.credential ? { credential: access.credential } : {}),
    wrapBody: (body, { betas }) => renderCloudClaudeBody(body, 'bedrock', betas),
    framing: {
      contentType: 'application/vnd.amazon.eventstream',
      open: () => new BedrockToSse(),
    },
  };
}

function listModels({ key, baseUrl }: ChannelAccount): ModelListRequest | undefined {
  const access = openKey(key);
  if (!access) return undefined;
  const { headers, credential } = access;
  const url = `${baseOf(baseUrl, 'bedrock', access)}/foundation-models?byProvider=anthropic`;
  return { url, headers, ...(credential ? { credential } : {}) };
}

function baseOf(baseUrl: string, service: string, { region }: Access): string {
  if (baseUrl.trim() === '') return `https://${service}.${region}.amazonaws.com`;
  const { origin, path } = splitBase(baseUrl);
  return origin + path;
}

/** Undefined for other key formats. */
function openKey(key: string): Access | undefined {
  const aws = parseAwsKey(key);
  if (aws) return { region: aws.region, headers: {}, credential: signerOf(aws) };
  const [apiKey = '', region = '', rest] = key.split('|').map((part) => part.trim());
  if (apiKey === '' || rest !== undefined || !AWS_REGION.test(region)) return undefined;
  return { region, headers: bearerAuth(apiKey) };
}

function signerOf(key: AwsKey): Credential {
  return {
    kind: 'signed',
    sign({ method, url, body, nowMs }, crypto) {
      const { origin, path, query } = splitBase(url);
      const request = {
        method,
        host: origin.replace(/^.*\/\//, ''),
        path,
        query: query.slice(1),
        service: 'bedrock',
        body,
        nowMs,
      };
      return signAwsRequest(request, key, crypto);
    },
  };
}
