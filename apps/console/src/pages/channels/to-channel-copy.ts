import { type Channel, CHANNEL_ENABLED } from '@tollgate/contract';

/**
 * Returns the fields to create a copy of a channel: everything that a form may set and the id of the source,
 * from which the server takes the key, as browsers never receive it. A copy of a disabled channel is disabled
 * too: copying never starts to route calls.
 */
export function toChannelCopy(channel: Channel, suffix: string) {
  const { id, name, models, type, group, setting, other, tag, priority, weight } = channel;
  return {
    id,
    name: name + suffix,
    key: '',
    models,
    type,
    group,
    setting,
    other,
    tag,
    priority,
    weight,
    base_url: channel.base_url,
    openai_organization: channel.openai_organization,
    max_input_tokens: channel.max_input_tokens,
    model_mapping: channel.model_mapping,
    status_code_mapping: channel.status_code_mapping,
    auto_ban: channel.auto_ban === 1 ? (1 as const) : (0 as const),
    test_model: channel.test_model,
    status: channel.status === CHANNEL_ENABLED ? (1 as const) : (2 as const),
  };
}
