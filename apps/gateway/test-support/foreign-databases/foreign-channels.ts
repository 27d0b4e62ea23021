import type { Family } from '../../src/domain/import/source-family.ts';
import type { ForeignRow, ForeignSize } from './foreign-shop.ts';

const AT = 1_700_000_000;
const LAST_TYPE: Record<Family, number> = { 'one-api': 51, 'new-api': 58, 'one-hub': 56 };

/** A working channel, a broken one, one with several keys, and one of each requested type. */
export function* foreignChannels(
  family: Family,
  { channels: count, upstream }: ForeignSize,
): Iterable<ForeignRow> {
  const base = {
    type: 1,
    key: 'sk-upstream-1',
    status: 1,
    name: 'first',
    weight: 0,
    created_time: AT,
    base_url: upstream ?? '',
    other: '',
    balance: 1.5,
    models: 'gpt-priced,claude-priced,call-priced,wild-1',
    group: 'default,vip',
    used_quota: 12_345,
    model_mapping: null,
    priority: 3,
    response_time: 900,
  };
  yield { id: 1, ...base };
  yield {
    id: 2,
    ...base,
    name: 'broken',
    status: 3,
    weight: null,
    models: 'gpt-priced, ,gpt-priced',
    model_mapping: '{"a"',
    group: '',
  };
  if (family === 'new-api')
    yield {
      id: 3,
      ...base,
      name: 'several keys',
      status: 2,
      key: 'sk-a\nsk-b\nsk-c',
      channel_info:
        '{"is_multi_key":true,"multi_key_size":3,"multi_key_status_list":{"1":3},"multi_key_mode":"random"}',
      setting: '{"system_prompt":"Be brief.","force_format":true}',
      param_override: '{"temperature":0,"a.b":1}',
      header_override: '{"x-team":"one","x-key":"{api_key}"}',
      status_code_mapping: '{"429":"500"}',
      auto_ban: 0,
      tag: 'eu',
      open_ai_organization: 'org-1',
    };
  for (let n = 0; n < count; n += 1)
    yield {
      id: 10 + n,
      ...base,
      status: 2,
      name: `type ${n % (LAST_TYPE[family] + 1)}`,
      type: n % (LAST_TYPE[family] + 1),
    };
}
