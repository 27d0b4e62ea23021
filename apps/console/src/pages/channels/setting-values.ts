import { channelSetting, type ChannelSetting } from '@tollgate/contract';
import type { KeyValuePair } from '../../ui/forms/key-value-pairs.ts';

/** The form values of a channel's setting; empty means: not set. */
export interface SettingValues {
  multiKey: string;
  dialect: string;
  systemPrompt: string;
  /** On by default. */
  modelRules: boolean;
  /** Off by default. */
  passTrace: boolean;
  modelSuffixes: boolean;
  headers: KeyValuePair[];
  /** JSON text. */
  params: string;
  firstToken: number | '';
  answerTimeout: number | '';
  affinity: number | '';
  clientGone: string;
  files: string;
  drainSeconds: number | '';
  drainBytes: number | '';
  /** Members without a form field; they are kept as they are. */
  rest: Record<string, unknown>;
}

/** Form fields by the member of the setting that each represents. */
const FIELDS = {
  multi_key: 'multiKey',
  dialect: 'dialect',
  system_prompt: 'systemPrompt',
  header_override: 'headers',
  param_override: 'params',
  model_rules: 'modelRules',
  pass_trace_headers: 'passTrace',
  model_suffixes: 'modelSuffixes',
  first_token_timeout_seconds: 'firstToken',
  answer_timeout_seconds: 'answerTimeout',
  affinity_seconds: 'affinity',
  files: 'files',
  on_client_gone: 'clientGone',
  drain_seconds: 'drainSeconds',
  drain_bytes: 'drainBytes',
} as const satisfies Record<keyof ChannelSetting, keyof SettingValues>;

export type SettingField = (typeof FIELDS)[keyof typeof FIELDS];

/** Parses a setting's JSON text into fields; undefined if it is not a JSON object. */
export function readSetting(text: string): SettingValues | undefined {
  const setting = text.trim() === '' ? {} : parseObject(text);
  if (!setting) return undefined;
  const { header_override: headers, param_override: params } = setting;
  const word = (name: keyof typeof FIELDS) => {
    const value = setting[name];
    return typeof value === 'string' ? value : '';
  };
  const number = (name: keyof typeof FIELDS) => {
    const value = setting[name];
    return typeof value === 'number' ? value : '';
  };
  return {
    multiKey: word('multi_key'),
    dialect: word('dialect'),
    systemPrompt: word('system_prompt'),
    headers: Object.entries(isObject(headers) ? headers : {}).map(([name, value]) => ({
      name,
      value: String(value),
    })),
    params: params === undefined ? '' : JSON.stringify(params, null, 2),
    modelRules: setting['model_rules'] !== false,
    passTrace: setting['pass_trace_headers'] === true,
    modelSuffixes: setting['model_suffixes'] === true,
    firstToken: number('first_token_timeout_seconds'),
    answerTimeout: number('answer_timeout_seconds'),
    affinity: number('affinity_seconds'),
    files: word('files'),
    clientGone: word('on_client_gone'),
    drainSeconds: number('drain_seconds'),
    drainBytes: number('drain_bytes'),
    rest: Object.fromEntries(Object.entries(setting).filter(([name]) => !(name in FIELDS))),
  };
}

/** Returns the fields as JSON text, without unset ones; empty if none is set. */
export function writeSetting(values: SettingValues): string {
  const headers = values.headers.filter(({ name, value }) => name !== '' || value !== '');
  const members = {
    multi_key: values.multiKey,
    dialect: values.dialect,
    system_prompt: values.systemPrompt,
    header_override:
      headers.length === 0
        ? ''
        : Object.fromEntries(headers.map(({ name, value }) => [name.trim(), value])),
    // Validation reports invalid JSON before anything is sent.
    param_override: values.params.trim() === '' ? '' : (parseObject(values.params) ?? ''),
    model_rules: values.modelRules ? '' : false,
    pass_trace_headers: values.passTrace ? true : '',
    model_suffixes: values.modelSuffixes ? true : '',
    first_token_timeout_seconds: values.firstToken,
    answer_timeout_seconds: values.answerTimeout,
    affinity_seconds: values.affinity,
    files: values.files,
    on_client_gone: values.clientGone,
    drain_seconds: values.drainSeconds,
    drain_bytes: values.drainBytes,
    ...values.rest,
  };
  const set = Object.entries(members).filter(([, value]) => value !== '');
  return set.length === 0 ? '' : JSON.stringify(Object.fromEntries(set), null, 2);
}

/** Returns the fields that the server would refuse. */
export function findInvalidFields(values: SettingValues): SettingField[] {
  const invalidFields = new Set<SettingField>();
  const { success, error } = channelSetting.safeParse(parseObject(writeSetting(values)) ?? {});
  if (!success)
    for (const { path } of error.issues) {
      const field = FIELDS[path[0] as keyof typeof FIELDS];
      if (field) invalidFields.add(field);
    }
  if (values.params.trim() !== '' && !parseObject(values.params)) invalidFields.add('params');
  const names = values.headers.map(({ name }) => name.trim().toLowerCase()).filter(Boolean);
  if (new Set(names).size < names.length) invalidFields.add('headers');
  return [...invalidFields];
}

/** Whether the server would accept a setting's JSON text. */
export function isValidSetting(text: string): boolean {
  if (text.trim() === '') return true;
  const setting = parseObject(text);
  return setting !== undefined && channelSetting.safeParse(setting).success;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
