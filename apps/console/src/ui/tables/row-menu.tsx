import { Menu, Text } from '@mantine/core';
import { IconDots, type Icon } from '@tabler/icons-react';
import { type ComponentPropsWithRef, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import '../display/icon-button.css';

export interface RowAction {
  label: string;
  icon: Icon;
  run: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled. */
  note?: string | undefined;
}

export interface RowMenuProps {
  label: string;
  actions: readonly RowAction[];
}

/** The less frequent actions of a row. Most menus are never opened, so each is only a button until then. */
export function RowMenu(props: RowMenuProps) {
  const [used, setUsed] = useState(false);
  if (used) return <UsedMenu {...props} />;
  return <MenuButton label={props.label} aria-haspopup="menu" onClick={() => setUsed(true)} />;
}

function UsedMenu({ label, actions }: RowMenuProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Where the focus returns to when the menu closes.
    button.current?.focus();
    // oxlint-disable-next-line react/set-state-in-effect
    setOpened(true);
  }, []);
  return (
    <Menu position="bottom-end" width={200} withinPortal opened={opened} onChange={setOpened}>
      <Menu.Target>
        <MenuButton ref={button} label={label} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <ActionItem key={action.label} {...action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ActionItem({
  label,
  icon: IconOf,
  run,
  danger = false,
  disabled = false,
  note,
}: RowAction) {
  return (
    <Menu.Item
      leftSection={<IconOf size={16} stroke={1.6} />}
      {...(danger && !disabled ? { c: 'var(--status-bad)' } : {})}
      data-danger={danger || undefined}
      disabled={disabled}
      onClick={run}
    >
      {label}
      {note === undefined ? null : (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Menu.Item>
  );
}

type MenuButtonProps = { label: string } & Omit<ComponentPropsWithRef<'button'>, 'className'>;

function MenuButton({ label, ...rest }: MenuButtonProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      {...rest}
      className="icon-button"
      aria-label={`${t('ui.more')}: ${label}`}
    >
      <IconDots size={18} stroke={1.6} />
    </button>
  );
}
