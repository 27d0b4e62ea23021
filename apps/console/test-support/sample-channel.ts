import type { ChannelRow } from '@tollgate/contract';

/** Returns a channel as its list contains it. */
export const sampleChannel = (fields: Partial<ChannelRow> = {}): ChannelRow =>
  ({
    id: 7,
    name: 'north',
    type: 1,
    status: 1,
    group: 'default',
    models: 'gpt-4o',
    base_url: 'https://a.example',
    other: '',
    setting: '',
    model_mapping: '',
    status_code_mapping: '',
    openai_organization: '',
    test_model: '',
    tag: '',
    priority: 5,
    weight: 10,
    max_input_tokens: 0,
    auto_ban: 1,
    used_quota: 0,
    balance: 0,
    balance_updated_time: 0,
    response_time: 0,
    test_time: 0,
    created_time: 1_790_000_000,
    key_unreadable: false,
    ...fields,
  }) as ChannelRow;
