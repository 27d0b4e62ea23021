import { ActionIcon, Divider, Group, Popover, Stack, Switch, Text, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { moveColumn } from './table-preferences.ts';
import type { TableView } from './use-table-preferences.ts';

/** Settings for the columns of a table, their order and the density; absent on phones, which show cards. */
export function TableSettings<Row>({ all, hidden, compact, set }: TableView<Row>) {
  const { t } = useTranslation();
  const movable = all.filter(({ fixed }) => fixed !== true);
  return (
    <Popover position="bottom-end" width={260} trapFocus returnFocus shadow="md">
      <Tooltip label={t('ui.table.view')}>
        <Popover.Target>
          <ActionIcon variant="default" size={34} aria-label={t('ui.table.view')} visibleFrom="sm">
            <IconColumns3 size={17} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown>
        <Switch
          size="xs"
          label={t('ui.table.compact')}
          checked={compact}
          onChange={() => set({ compact: !compact })}
        />
        <Divider my="xs" />
        <Text size="xs" c="dimmed" mb={6}>
          {t('ui.table.columns')}
        </Text>
        <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {movable.map(({ key, header }, index) => (
            <Group key={key} component="li" justify="space-between" wrap="nowrap" gap={4}>
              <Switch
                size="xs"
                label={header}
                checked={!hidden.includes(key)}
                onChange={() =>
                  set({
                    hidden: hidden.includes(key)
                      ? hidden.filter((name) => name !== key)
                      : [...hidden, key],
                  })
                }
              />
              <Group gap={0} wrap="nowrap">
                <ActionIcon
                  size={26}
                  aria-label={t('ui.table.moveUp', { column: header })}
                  disabled={index === 0}
                  onClick={() => set({ order: moveColumn(all, key, -1) })}
                >
                  <IconArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  size={26}
                  aria-label={t('ui.table.moveDown', { column: header })}
                  disabled={index === movable.length - 1}
                  onClick={() => set({ order: moveColumn(all, key, 1) })}
                >
                  <IconArrowDown size={14} />
                </ActionIcon>
              </Group>
            </Group>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
