import { findProvider, listProviders } from '@tollgate/dialects';
import type { Exchange } from '@tollgate/simulators';
import type { RuntimeChannel } from '../../src/domain/channels/channel-catalog.ts';
import { readChannelPolicy } from '../../src/domain/channels/channel-policy.ts';

type Body = Readonly<Record<string, unknown>>;

/** Opens an exchange's channel as a call sees it, with what its settings add to every body. */
export function openExchangeChannel(
  { provider: name, channel, request }: Exchange,
  override?: Body,
) {
  const provider = listProviders().find((each) => each.name === name);
  if (!provider) throw new Error(`no provider ${name}`);
  const key = typeof channel.key === 'string' ? channel.key : JSON.stringify(channel.key);
  const { system_prompt: prompt, ...members } = override ?? {};
  const setting = {
    ...channel.setting,
    ...(prompt === undefined ? {} : { system_prompt: prompt }),
    ...(override ? { param_override: members } : {}),
  };
  const opened: Partial<RuntimeChannel> = {
    id: 1,
    name,
    type: provider.type,
    provider: findProvider(provider.type),
    key,
    keyFingerprint: 'f',
    policy: readChannelPolicy(setting),
    baseUrl: channel.base_url ?? (provider.defaultBaseUrl || 'https://upstream.example'),
    other: channel.other ?? '',
    openaiOrganization: '',
    modelMapping: new Map(),
    models: [request.model],
  };
  return opened as RuntimeChannel;
}
