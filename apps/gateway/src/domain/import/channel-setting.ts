import { channelSetting } from '@tollgate/contract';
import { readModelSuffix } from '@tollgate/dialects';
import type { ChannelContext } from './channel-context.ts';
import { isObject } from '../../platform/lenient-json.ts';
import { integerOf, objectOf, textOf, splitList } from './source-values.ts';

/** What a channel has besides address and key. */
export interface ReadSetting {
  /** Members of our `setting`; all are valid. */
  setting: Record<string, unknown>;
  /** Our `other`: a version, region, account or plugin. */
  other: string;
}

/** Reads a channel's settings from the columns in which the three gateways keep them. */
export function readChannelSetting(channel: ChannelContext): ReadSetting {
  const { family } = channel;
  if (family === 'one-api') return readOneApi(channel);
  return family === 'new-api' ? readNewApi(channel) : readOneHub(channel);
}

function readOneApi(channel: ChannelContext): ReadSetting {
  const { row, type } = channel;
  const config = jsonOf(channel, 'config');
  const text = (name: string) => (typeof config[name] === 'string' ? config[name] : '');
  const other =
    (type === 39 ? text('user_id') : '') ||
    (type === 41 ? text('region') : '') ||
    text('api_version') ||
    text('library_id') ||
    text('plugin') ||
    textOf(row, 'other');
  return { setting: checked(channel, { system_prompt: textOf(row, 'system_prompt') }), other };
}

/** Channel settings of new-api without a counterpart here; reported unless at their default. */
const NO_COUNTERPART = [
  'force_format',
  'thinking_to_content',
  'proxy',
  'pass_through_body_enabled',
  'openrouter_enterprise',
  'azure_responses_version',
  'claude_beta_query',
  'disable_store',
  'advanced_custom',
];

function readNewApi(channel: ChannelContext): ReadSetting {
  const { row, name, findings } = channel;
  const setting = jsonOf(channel, 'setting');
  const all = { ...setting, ...jsonOf(channel, 'settings') };
  for (const member of NO_COUNTERPART)
    if (all[member] !== undefined && all[member] !== false && all[member] !== '')
      findings.add('channels', 'channel_setting_dropped', name, member);
  // Their system prompt applies only if the client sends none, unless it overrides; ours always comes first.
  if (setting['system_prompt'] && setting['system_prompt_override'] !== true)
    findings.add('channels', 'channel_system_prompt', name);
  return {
    setting: checked(channel, {
      system_prompt: setting['system_prompt'],
      param_override: paramsOf(channel, 'param_override'),
      header_override: headersOf(channel, 'header_override'),
      // There, the suffix of a model's name always sets its reasoning effort.
      ...(hasSuffixes(channel) ? { model_suffixes: true } : {}),
    }),
    other: textOf(row, 'other'),
  };
}

/** Suffixes of Gemini models count only if an option of the source enables them. */
function hasSuffixes({ row, options }: ChannelContext): boolean {
  const hasGeminiAdapter = options.get('gemini.thinking_adapter_enabled') === 'true';
  const formats = hasGeminiAdapter ? [...SUFFIXED, 'gemini-generate' as const] : SUFFIXED;
  return splitList(textOf(row, 'models')).some((model) =>
    // A name shared by all thinking budgets of a model ends with a star.
    formats.some((format) => readModelSuffix(model.replace(/\*$/, '0'), format) !== undefined),
  );
}

const SUFFIXED = ['anthropic-messages', 'openai-chat'] as const;

function readOneHub(channel: ChannelContext): ReadSetting {
  const { row, name, type, findings } = channel;
  const members = ['proxy', 'plugin', 'disabled_stream', 'only_chat', 'compatible_response'];
  for (const member of [...members, 'allow_extra_body'])
    if (!['', '{}', '[]', 'null', '0', 'f', 'false'].includes(textOf(row, member)))
      findings.add('channels', 'channel_setting_dropped', name, member);
  if (integerOf(row, 'pre_cost', 1) !== 1)
    findings.add('channels', 'channel_setting_dropped', name, 'pre_cost');
  const [first = ''] = textOf(row, 'key').split('|');
  const other = type === 39 ? first : textOf(row, 'other');
  return {
    setting: checked(channel, {
      param_override: paramsOf(channel, 'custom_parameter'),
      header_override: headersOf(channel, 'model_headers'),
    }),
    other: type === 41 ? (other.split('|')[0] ?? '') : other,
  };
}

function jsonOf({ row, name, findings }: ChannelContext, column: string): Record<string, unknown> {
  const value = objectOf(textOf(row, column));
  if (!value) findings.add('channels', 'channel_setting_invalid', name, column);
  return value ?? {};
}

/** Reports a part that is dropped; the other parts are imported. */
const dropPart = ({ name, findings }: ChannelContext, column: string, part: string) =>
  findings.add('channels', 'channel_setting_dropped', name, `${column}: ${part}`);

/** Keeps top-level members; operations and dotted paths have no counterpart. */
function paramsOf(channel: ChannelContext, column: string): Record<string, unknown> | undefined {
  const params = jsonOf(channel, column);
  const isPlain = (path: string) =>
    path !== 'operations' && path !== 'overwrite' && path !== 'per_model' && !path.includes('.');
  for (const path of Object.keys(params)) if (!isPlain(path)) dropPart(channel, column, path);
  const plain = Object.entries(params).filter(([path]) => isPlain(path));
  return plain.length === 0 ? undefined : Object.fromEntries(plain);
}

/** Keeps fixed headers; those that copy from the client or the key have no counterpart. */
function headersOf(channel: ChannelContext, column: string): Record<string, string> | undefined {
  const isPlain = (pair: [string, unknown]): pair is [string, string] =>
    typeof pair[1] === 'string' && !pair[1].includes('{') && pair[0] !== '*';
  const headers = Object.entries(jsonOf(channel, column));
  for (const pair of headers) if (!isPlain(pair)) dropPart(channel, column, pair[0]);
  const plain = headers.filter(isPlain);
  return plain.length === 0 ? undefined : Object.fromEntries(plain);
}

/** Keeps the members that pass our own validation, each checked separately. */
function checked(
  { name, findings }: ChannelContext,
  members: Record<string, unknown>,
): Record<string, unknown> {
  const definedMembers = Object.entries(members).filter(
    ([, value]) =>
      value !== undefined && value !== '' && !(isObject(value) && Object.keys(value).length === 0),
  );
  return Object.fromEntries(
    definedMembers.filter(([member, value]) => {
      const { success } = channelSetting.safeParse({ [member]: value });
      if (!success) findings.add('channels', 'channel_setting_invalid', name, member);
      return success;
    }),
  );
}
