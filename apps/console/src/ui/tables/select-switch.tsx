import { ActionIcon, Group } from '@mantine/core';
import { IconCheckbox } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../texts.tsx';

/** Where a toolbar above the cards has room for the switch. */
export const SELECT_PLACE = 'select-place';

const findPlace = () => document.getElementById(SELECT_PLACE);
const neverChanges = () => () => {};

/** On a phone: begins and ends the choosing of cards; beside the search, where the page has a toolbar. */
export function SelectSwitch({ on, toggle }: { on: boolean; toggle: () => void }) {
  const { t } = useTranslation();
  // Looked for again once both stand in the document.
  const place = useSyncExternalStore(neverChanges, findPlace);
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
  return place ? (
    createPortal(button, place)
  ) : (
    <Group justify="flex-end" mb="xs">
      {button}
    </Group>
  );
}
