import { ActionIcon, Group } from '@mantine/core';
import { IconCheckbox } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../texts.tsx';

/** Id of the place for the switch in a toolbar above the cards. */
export const SELECT_SWITCH_ID = 'select-place';

const findContainer = () => document.getElementById(SELECT_SWITCH_ID);
const neverChanges = () => () => {};

/** On a phone: starts and ends selecting cards; next to the search, if the page has a toolbar. */
export function SelectSwitch({ on, toggle }: { on: boolean; toggle: () => void }) {
  const { t } = useTranslation();
  // Looked up again once both are mounted.
  const container = useSyncExternalStore(neverChanges, findContainer);
  const button = (
    <ActionIcon
      size={44}
      variant={on ? 'light' : 'default'}
      aria-label={t('ui.table.select')}
      aria-pressed={on}
      onClick={toggle}
    >
      <IconCheckbox size={18} stroke={1.6} />
    </ActionIcon>
  );
  return container ? (
    createPortal(button, container)
  ) : (
    <Group justify="flex-end" mb="xs">
      {button}
    </Group>
  );
}
