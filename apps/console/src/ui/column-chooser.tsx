import { ActionIcon, Menu, Switch, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from './data-table.tsx';
import { useStored } from './use-stored.ts';

export interface ChosenColumns<Row> {
  all: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  hidden: readonly string[];
  setHidden: (hidden: readonly string[]) => void;
}

/** The columns of a table without those that this browser hid. Unknown names are ignored. */
export function useColumns<Row>(table: string, all: readonly Column<Row>[]): ChosenColumns<Row> {
  const [hidden, setHidden] = useStored<readonly string[]>(`columns-${table}`, []);
  return {
    all,
    shown: all.filter(({ key, fixed }) => fixed === true || !hidden.includes(key)),
    hidden,
    setHidden,
  };
}

/** Which columns are shown. */
export function ColumnChooser<Row>({ all, hidden, setHidden }: ChosenColumns<Row>) {
  const { t } = useTranslation();
  return (
    <Menu closeOnItemClick={false} position="bottom-end" width={210}>
      <Menu.Target>
        <Tooltip label={t('ui.table.columns')}>
          <ActionIcon
            variant="default"
            size={34}
            aria-label={t('ui.table.columns')}
            visibleFrom="sm"
          >
            <IconColumns3 size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {all
          .filter(({ fixed }) => fixed !== true)
          .map(({ key, header }) => (
            <Menu.Item key={key} component="label">
              <Switch
                size="xs"
                label={header}
                checked={!hidden.includes(key)}
                onChange={() =>
                  setHidden(
                    hidden.includes(key) ? hidden.filter((name) => name !== key) : [...hidden, key],
                  )
                }
              />
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
