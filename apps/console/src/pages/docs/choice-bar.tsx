import { Group, Select, Text } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { CopyText } from '../../ui/display/copy.tsx';
import type { Token } from '@tollgate/contract';
import { maskSecret } from '../../ui/format/mask-secret.ts';

const OPTIONS_MAX = 100;

/** What the samples are filled in with: the address, a key of the reader, a model. */
export function ChoiceBar({
  site,
  keys,
  keyId,
  chooseKey,
  models,
  model,
  chooseModel,
}: {
  site: string;
  /** Empty for visitors. */
  keys: readonly Token[];
  keyId: number;
  chooseKey: (id: number) => void;
  models: readonly string[];
  model: string;
  chooseModel: (model: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <Group className="docs-choices" gap="sm">
      <Text size="sm" c="dimmed" component="span">
        {t('docs.baseUrl')}
      </Text>
      <CopyText text={`${site}/v1`} />
      <span style={{ flex: 1 }} />
      {keys.length > 0 ? (
        <Select
          size="xs"
          w={180}
          aria-label={t('docs.fillKey')}
          placeholder={t('docs.fillKey')}
          data={keys.map(({ id, name, key }) => ({
            value: String(id),
            label: `${name}, ${maskSecret(key)}`,
          }))}
          value={keyId === 0 ? null : String(keyId)}
          onChange={(next) => chooseKey(Number(next ?? 0))}
          clearable
          clearButtonProps={{ 'aria-label': t('docs.noKey') }}
        />
      ) : null}
      {models.length > 0 ? (
        <Select
          size="xs"
          w={180}
          aria-label={t('docs.model')}
          data={models.includes(model) ? [...models] : [model, ...models]}
          value={model}
          onChange={(next) => next && chooseModel(next)}
          searchable
          limit={OPTIONS_MAX}
          allowDeselect={false}
        />
      ) : null}
    </Group>
  );
}
