import { Button, Group, Select, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { OwnKeySelect, type OwnKeys } from '../../ui/content/own-key-select.tsx';
import { copyText, CopyText } from '../../ui/display/copy.tsx';

const OPTIONS_MAX = 100;

/** Selects what the samples are filled in with: site, one of the user's keys, model. */
export function ChoiceBar({
  site,
  ownKeys,
  models,
  model,
  chooseModel,
}: {
  site: string;
  ownKeys: OwnKeys;
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
      <OwnKeySelect {...ownKeys} />
      {ownKeys.secret === undefined ? null : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size={14} />}
          onClick={() => void copyText(ownKeys.secret ?? '', t('docs.keyCopied'))}
        >
          {t('docs.copyKey')}
        </Button>
      )}
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
