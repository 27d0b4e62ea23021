import type { TFunction } from 'i18next';
import { type KeyValuePairs, stringifyKeyValuePairs } from '../../ui/forms/key-value-pairs.ts';
import { type ChannelValues, initialValues, multiKeyMode } from './values.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

/** The collapsible sections of the channel form. */
export const CHANNEL_FOLDS = [
  'connection',
  'routing',
  'limits',
  'format',
  'overrides',
  'mappings',
] as const;
export type ChannelFold = (typeof CHANNEL_FOLDS)[number];

/** The fields of each section, which opens if one of them is invalid. */
export const FIELDS_OF: Readonly<Record<ChannelFold, readonly string[]>> = {
  connection: ['name', 'baseUrl', 'other', 'organization', 'settings.multiKey'],
  routing: ['priority', 'weight', 'tag'],
  limits: ['autoBan', 'settings.firstToken', 'settings.answerTimeout', 'maxInputTokens'],
  format: [
    'settings.dialect',
    'settings.clientGone',
    'settings.drainSeconds',
    'settings.drainBytes',
    'settings.files',
    'settings.affinity',
    'settings.modelRules',
    'settings.modelSuffixes',
    'settings.passTrace',
  ],
  overrides: ['settings.systemPrompt', 'settings.headers', 'settings.params'],
  mappings: ['testModel', 'mapping', 'statusMapping'],
};

type Parts = readonly (string | false)[];

/** Summarizes the current values of a section, including defaults, so that nobody has to open it to look. */
export function describeFold(
  fold: ChannelFold,
  values: ChannelValues,
  { t, name, address }: { t: TFunction; name: string; address: string },
): string {
  const { settings } = values;
  const parts: Readonly<Record<ChannelFold, () => Parts>> = {
    connection: () => [
      values.name || name,
      values.baseUrl || address,
      values.organization !== '' && values.organization,
      multiKeyMode(values) !== '' && t('channels.setting.multiKey'),
    ],
    routing: () => [
      t('channels.form.routingValue', {
        priority: values.priority,
        weight: values.weight,
        tag: values.tag || '–',
      }),
    ],
    limits: () => [
      t(values.autoBan ? 'channels.folds.bans' : 'channels.folds.bansNot'),
      seconds(settings.firstToken) &&
        t('channels.folds.firstToken', { seconds: settings.firstToken }),
      seconds(settings.answerTimeout) &&
        t('channels.folds.answer', { seconds: settings.answerTimeout }),
      values.maxInputTokens > 0 &&
        t('channels.folds.maxInput', {
          tokens: formatNumber(values.maxInputTokens),
        }),
    ],
    format: () => [
      t(`channels.setting.dialects.${(settings.dialect || 'auto') as 'auto'}`),
      settings.clientGone !== '' &&
        t(`channels.setting.clientGonePolicies.${settings.clientGone as 'auto'}`),
      settings.files === 'off' && t('channels.folds.noFiles'),
      seconds(settings.affinity) && t('channels.folds.affinity', { seconds: settings.affinity }),
      !settings.modelRules && t('channels.folds.noRules'),
      settings.modelSuffixes && t('channels.folds.suffixes'),
      settings.passTrace && t('channels.folds.trace'),
    ],
    overrides: () => [
      t(settings.systemPrompt === '' ? 'channels.folds.noPrompt' : 'channels.folds.prompt'),
      settings.headers.length === 0
        ? t('channels.folds.noHeaders')
        : t('channels.folds.headers', { count: settings.headers.length }),
      t(settings.params.trim() === '' ? 'channels.folds.noParams' : 'channels.folds.params'),
    ],
    mappings: () => [
      pairs(values.mapping, 'models', t),
      pairs(values.statusMapping, 'statuses', t),
      values.testModel !== '' && t('channels.folds.testModel', { model: values.testModel }),
    ],
  };
  return parts[fold]().filter(Boolean).join(' · ');
}

const seconds = (value: number | '') => value !== '';

/** Says how many models or statuses are mapped. */
function pairs(mapping: KeyValuePairs, of: 'models' | 'statuses', t: TFunction): string {
  const count = countPairs(mapping);
  if (count > 0) return t(`channels.folds.${of}`, { count });
  return t(of === 'models' ? 'channels.folds.noModels' : 'channels.folds.noStatuses');
}

function countPairs(pairs: KeyValuePairs): number {
  try {
    return Object.keys(JSON.parse(stringifyKeyValuePairs(pairs) || '{}') as object).length;
  } catch {
    // Not empty, but not a valid object yet.
    return 1;
  }
}

/** Counts the fields of a section that differ from those of a new channel. */
export function countChanged(fold: ChannelFold, values: ChannelValues): number {
  const usual = initialValues(undefined);
  return FIELDS_OF[fold].filter(
    (path) => path !== 'name' && textOf(values, path) !== textOf(usual, path),
  ).length;
}

/** Returns a field as text, for comparison. */
function textOf(values: ChannelValues, path: string): string {
  if (path === 'mapping' || path === 'statusMapping') return stringifyKeyValuePairs(values[path]);
  const [first = '', second] = path.split('.');
  const value = (values as unknown as Record<string, unknown>)[first];
  return JSON.stringify(second ? (value as Record<string, unknown>)[second] : value);
}
