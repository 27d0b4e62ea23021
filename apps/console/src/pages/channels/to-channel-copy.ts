import { type Channel, CHANNEL_ENABLED } from '@tollgate/contract';

/**
 * What to send to make a copy of a channel: all that a form may set, the id of the source (the
 * server takes the key from it) and no key, which no browser ever sees. A copy of a channel that is
 * off is off too: nothing begins to take calls by being copied.
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
