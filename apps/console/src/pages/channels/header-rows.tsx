import { Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ChannelFormState } from './form.tsx';

/** Headers as rows of name and value. */
export function HeaderRows({ form }: { form: ChannelFormState }) {
  const { t } = useTranslation();
  const path = 'settings.headers';
  const rows = form.getValues().settings.headers;
  return (
    <Input.Wrapper
      component="fieldset"
      label={t('channels.setting.headers')}
      labelElement="div"
      description={t('channels.setting.headersHint')}
      error={form.errors[path]}
      style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}
    >
      <Stack gap={6} mb={4}>
        {rows.map((_row, index) => (
          // Rows have no other name than their place.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={index} gap={6} wrap="nowrap">
            <TextInput
              flex={2}
              aria-label={t('channels.setting.headerName', { number: index + 1 })}
              spellCheck={false}
              error={form.errors[path] !== undefined}
              {...form.getInputProps(`${path}.${index}.name`)}
            />
            <TextInput
              flex={3}
              aria-label={t('channels.setting.headerValue', { number: index + 1 })}
              spellCheck={false}
              error={form.errors[path] !== undefined}
              {...form.getInputProps(`${path}.${index}.value`)}
            />
            <IconButton
              label={t('channels.setting.headerRemove', { number: index + 1 })}
              icon={IconTrash}
              run={() => {
                form.removeListItem(path, index);
                form.clearFieldError(path);
              }}
            />
          </Group>
        ))}
        <div>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={13} />}
            onClick={() => form.insertListItem(path, { name: '', value: '' })}
          >
            {t('channels.setting.headerAdd')}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
}
