import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { OPTION_VALUE_LENGTH_MAX } from '../options/option-length.ts';

const optionItem = z.object({ key: z.string(), value: z.string() });
/** Values are strings; numbers and booleans of sloppy clients are converted to text. */
const optionInput = z.object({
  key: z.string().min(1).max(100),
  value: z
    .union([z.string(), z.number(), z.boolean()])
    .transform(String)
    .pipe(z.string().max(OPTION_VALUE_LENGTH_MAX, 'option_too_long')),
  /** The value that the change is based on: it is refused if another one is stored. Not for secrets. */
  before: z.string().max(OPTION_VALUE_LENGTH_MAX).optional(),
});

export const optionEndpoints = {
  listOptions: endpoint({
    method: 'GET',
    path: '/api/option/',
    access: 'admin',
    scope: 'options:read',
    summary: 'All options except secrets',
    summaryZh: '所有选项，不含密钥',
    data: z.array(optionItem),
  }),
  listSetSecrets: endpoint({
    method: 'GET',
    path: '/api/option/secrets',
    access: 'admin',
    scope: 'options:read',
    summary: 'Names of the secret options that are set, without values',
    summaryZh: '已设置的密钥类选项名称，不含值',
    data: z.array(z.string()),
  }),
  describeSecrets: endpoint({
    method: 'GET',
    path: '/api/option/secrets/details',
    access: 'admin',
    scope: 'options:read',
    summary: 'Secret options that are set: their ending, who set them and when',
    summaryZh: '已设置的密钥类选项：尾号、设置者和时间',
    data: z.array(
      z.object({
        key: z.string(),
        /** The last four characters of a value of 16 or more; empty for shorter ones. */
        tail: z.string(),
        /** 0 if unknown. */
        changed_at: z.number().int(),
        /** Empty if unknown. */
        actor_name: z.string(),
      }),
    ),
  }),
  clearSecret: endpoint({
    method: 'DELETE',
    path: '/api/option/secrets/{key}',
    access: 'admin',
    scope: 'options:write',
    audit: 'option',
    summary: 'Clear a secret option',
    summaryZh: '清除密钥类选项',
    params: z.object({ key: z.string().min(1).max(100) }),
    data: z.null(),
  }),
  updateOption: endpoint({
    method: 'PUT',
    path: '/api/option/',
    access: 'admin',
    scope: 'options:write',
    audit: 'option',
    summary: 'Change one option',
    summaryZh: '修改单个选项',
    body: optionInput,
    data: z.null(),
  }),
  updateOptions: endpoint({
    method: 'POST',
    path: '/api/option/batch',
    access: 'admin',
    scope: 'options:write',
    audit: 'option',
    summary: 'Change several options, all or none',
    summaryZh: '修改多个选项，全部成功或全部不改',
    body: z.object({ options: z.array(optionInput).min(1).max(200) }),
    data: z.null(),
  }),
  listOptionHistory: endpoint({
    method: 'GET',
    path: '/api/option/history',
    access: 'admin',
    scope: 'options:read',
    summary: 'Latest 100 option changes: who, when, from, to (secrets masked)',
    summaryZh: '最近 100 次选项变更：操作者、时间、前后值（密钥已隐藏）',
    data: z.array(
      z.object({
        id: z.number().int(),
        changed_at: z.number().int(),
        actor_id: z.number().int(),
        actor_name: z.string(),
        changes: z.array(z.object({ key: z.string(), from: z.string(), to: z.string() })),
      }),
    ),
  }),
  resetModelRatio: endpoint({
    method: 'POST',
    path: '/api/option/rest_model_ratio',
    access: 'admin',
    scope: 'options:write',
    audit: 'option',
    summary: 'Reset model and completion ratios to the built-in values',
    summaryZh: '将模型倍率和补全倍率恢复为内置值',
    data: z.string(),
  }),
};
