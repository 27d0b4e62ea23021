import type { TFunction } from 'i18next';
import { jsonProblem } from '../../ui/json-editor.tsx';
import { findWrongFields, isGoodSetting } from './setting-values.ts';
import type { ChannelValues } from './values.ts';

/** What is wrong with a channel's form, by field; the server checks all of it again. */
export function checkChannel(
  values: ChannelValues,
  {
    t,
    isNew,
    needsBaseUrl,
  }: { t: TFunction; isNew: boolean; needsBaseUrl: (type: number) => boolean },
): Record<string, string> {
  const problems: Record<string, string | null> = {
    name: values.name.trim() === '' ? t('channels.form.nameRequired') : null,
    baseUrl:
      values.baseUrl.trim() === '' && needsBaseUrl(Number(values.type))
        ? t('channels.form.baseUrlNone')
        : null,
    key: isNew && values.key.trim() === '' ? t('channels.form.keyRequired') : null,
    models: values.models.length === 0 ? t('channels.form.modelsRequired') : null,
    ...checkSetting(values, t),
    mapping: jsonProblem(values.mapping, t),
    statusMapping: jsonProblem(values.statusMapping, t),
  };
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

function checkSetting(
  { settingView, settings, setting }: ChannelValues,
  t: TFunction,
): Record<string, string | null> {
  if (settingView === 'json')
    return {
      setting:
        jsonProblem(setting, t) ??
        (isGoodSetting(setting) ? null : t('channels.setting.errors.json')),
    };
  return Object.fromEntries(
    findWrongFields(settings).map((field) => [
      `settings.${field}`,
      t(`channels.setting.errors.${field}`),
    ]),
  );
}
