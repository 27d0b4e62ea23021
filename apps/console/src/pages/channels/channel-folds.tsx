import { Group, Stack, Text } from '@mantine/core';
import type { ChannelType } from '@tollgate/contract';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { Fold } from '../../ui/layout/fold.tsx';
import { ConnectionFields } from './basic-fields.tsx';
import {
  CHANNEL_FOLDS,
  type ChannelFold,
  countChanged,
  describeFold,
  FIELDS_OF,
} from './describe-values.ts';
import { MappingFields } from './mapping-fields.tsx';
import { RoutingFields } from './routing-fields.tsx';
import {
  FormatFields,
  LimitFields,
  OverrideFields,
  SettingJson,
  SettingViewSwitch,
} from './setting-fields.tsx';
import type { ChannelFormState } from './use-channel-form.ts';
import type { ChannelTypes } from './use-channel-types.ts';

export interface ChannelFoldsProps {
  form: ChannelFormState;
  types: ChannelTypes;
  type: ChannelType | undefined;
  editing: boolean;
}

/** Sections that only contain the setting's fields, which may be edited as JSON instead. */
const OF_SETTING: ReadonlySet<ChannelFold> = new Set(['format', 'overrides']);

/**
 * The collapsible sections after the first four fields: each shows its current values and opens if a field is
 * invalid.
 */
export function ChannelFolds({ form, types, type, editing }: ChannelFoldsProps) {
  const { t } = useTranslation();
  const values = form.getValues();
  const asJson = values.settingView === 'json';
  const mistakes = Object.keys(form.errors);
  const isWrong = (names: readonly string[]) =>
    mistakes.some((path) => names.some((name) => path === name || path.startsWith(`${name}.`)));
  const needsAddress = !editing && type?.base_url_required === true && values.baseUrl === '';
  const fields: Readonly<Record<ChannelFold, ReactNode>> = {
    connection: <ConnectionFields {...{ form, types, type, editing }} />,
    routing: <RoutingFields form={form} />,
    limits: <LimitFields form={form} />,
    format: <FormatFields {...{ form, types, type }} />,
    overrides: <OverrideFields form={form} />,
    mappings: <MappingFields form={form} />,
  };
  const about = {
    t,
    name: types.label(Number(values.type)),
    address: type?.default_base_url ?? '',
  };
  return (
    <div className="folds">
      {CHANNEL_FOLDS.filter((fold) => !asJson || !OF_SETTING.has(fold)).map((fold) => (
        <Fold
          key={fold}
          title={t(`channels.form.sections.${fold}`)}
          value={describeFold(fold, values, about)}
          changed={countChanged(fold, values)}
          startsOpen={isWrong(FIELDS_OF[fold]) || (fold === 'connection' && needsAddress)}
        >
          <Stack gap="md">{fields[fold]}</Stack>
        </Fold>
      ))}
      {asJson ? (
        <Fold title={t('channels.setting.title')} value={t('channels.setting.json')} startsOpen>
          <SettingJson {...{ form, types, type }} />
        </Fold>
      ) : null}
      <Group justify="space-between" gap="xs" mt="xs">
        <Text size="sm" c="dimmed">
          {t('channels.setting.note')}
        </Text>
        <SettingViewSwitch form={form} />
      </Group>
    </div>
  );
}
