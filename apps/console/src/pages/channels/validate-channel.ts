import { type Channel, type ChannelType, keepsDestination } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { jsonErrorMessage } from '../../ui/forms/json-editor.tsx';
import { filledRows, findInvalidRow, type KeyValuePairs } from '../../ui/forms/key-value-pairs.ts';
import { findInvalidFields, isValidSetting } from './setting-values.ts';
import { type ChannelValues, settingText } from './values.ts';

/** Validates a channel form and returns errors by field; the server validates everything again. */
export function validateChannel(
  values: ChannelValues,
  {
    t,
    stored,
    findType,
  }: {
    t: TFunction;
    /** The stored channel; undefined for a new one. */
    stored: Channel | undefined;
    findType: (type: number) => ChannelType | undefined;
  },
): Record<string, string> {
  const type = findType(Number(values.type));
  const problems: Record<string, string | null> = {
    // A new channel defaults to the proposed name.
    name: stored && values.name.trim() === '' ? t('channels.form.nameRequired') : null,
    baseUrl:
      values.baseUrl.trim() === '' && type?.base_url_required === true
        ? t('channels.form.baseUrlNone')
        : null,
    key:
      values.key.trim() === '' && (!stored || movesKey(stored, values))
        ? t(stored ? 'channels.form.keyAgain' : 'channels.form.keyRequired')
        : keyProblem(values.key, type, t),
    other:
      values.other.trim() === '' && requires(type, 'other')
        ? t('channels.form.otherRequired')
        : null,
    models: values.models.length === 0 ? t('channels.form.modelsRequired') : null,
    ...checkSetting(values, t),
    mapping: keyValueErrorMessage(values.mapping, t),
    statusMapping:
      keyValueErrorMessage(values.statusMapping, t) ?? statusProblem(values.statusMapping, t),
  };
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** Whether the stored key would be sent to another destination and must be typed again. */
function movesKey(stored: Channel, values: ChannelValues): boolean {
  return !keepsDestination(stored, {
    type: Number(values.type),
    base_url: values.baseUrl,
    other: values.other,
    setting: settingText(values),
  });
}

/** Returns the error of a mapping, as rows or as JSON. */
export function keyValueErrorMessage(
  { view, rows, json }: KeyValuePairs,
  t: TFunction,
): string | null {
  if (view === 'json') return jsonErrorMessage(json, t);
  const invalidRow = findInvalidRow(rows);
  return invalidRow === -1 ? null : t('ui.pairs.wrongRow', { number: invalidRow + 1 });
}

const STATUS = /^[45]\d\d$/;
function statusProblem({ view, rows }: KeyValuePairs, t: TFunction): string | null {
  if (view === 'json') return null;
  const isStatus = (text: string) => STATUS.test(text.trim());
  const isValid = filledRows(rows).every(({ name, value }) => isStatus(name) && isStatus(value));
  return isValid ? null : t('channels.form.statusMappingWrong');
}

/** The type whose key is multi-line JSON; for all others every line is a key. */
export const TYPE_WITH_KEY_FILE = 41;

/** Returns the error of a key that does not match its type's pattern, naming the line. */
function keyProblem(key: string, type: ChannelType | undefined, t: TFunction): string | null {
  if (!type || type.key_pattern === '') return null;
  const pattern = new RegExp(type.key_pattern);
  const lines = type.type === TYPE_WITH_KEY_FILE ? [key] : key.trimEnd().split('\n');
  const invalidLine = lines.findIndex((line) => line.trim() !== '' && !pattern.test(line.trim()));
  const shape = type.key_shape;
  if (invalidLine === -1) return null;
  if (lines.length === 1) return t('channels.form.keyMalformed', { shape });
  return t('channels.form.keyLineMalformed', { line: invalidLine + 1, shape });
}

function checkSetting(
  { settingView, settings, setting }: ChannelValues,
  t: TFunction,
): Record<string, string | null> {
  if (settingView === 'json')
    return {
      setting:
        jsonErrorMessage(setting, t) ??
        (isValidSetting(setting) ? null : t('channels.setting.errors.json')),
    };
  return Object.fromEntries(
    findInvalidFields(settings).map((field) => [
      `settings.${field}`,
      t(`channels.setting.errors.${field}`),
    ]),
  );
}

function requires(type: ChannelType | undefined, name: string): boolean {
  return type?.fields.some((field) => field.name === name && field.required) ?? false;
}
