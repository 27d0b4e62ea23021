import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export interface RowAction {
  label: string;
  icon: Icon;
  run: () => void;
  danger?: boolean;
  disabled?: boolean;
}

/** The less frequent actions of a row. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={190} withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`${t('ui.more')}: ${label}`}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label: text, icon: IconOf, run, danger = false, disabled = false }) => (
          <Menu.Item
            key={text}
            leftSection={<IconOf size={16} stroke={1.6} />}
            {...(danger ? { c: 'var(--status-bad)' } : {})}
            disabled={disabled}
            onClick={run}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
