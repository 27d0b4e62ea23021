import { Button, Menu } from '@mantine/core';
import {
  IconCoins,
  IconDots,
  IconFlask,
  IconRefresh,
  IconTag,
  IconTool,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import type { ChannelActions } from './use-channel-actions.ts';

/** Actions on many channels at once, and whether the list is sorted by id. */
export function ChannelMenu({
  actions,
  refresh,
  setSelected,
  idSort,
  setIdSort,
}: {
  actions: ChannelActions;
  refresh: () => void;
  setSelected: () => void;
  idSort: boolean;
  setIdSort: (idSort: boolean) => void;
}) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={290}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={16} />}>
          {t('channels.menu.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={refresh}>
          {t('ui.refresh')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFlask size={16} />} onClick={() => void actions.testAll()}>
          {t('channels.menu.testAll')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCoins size={16} />}
          onClick={() => void actions.updateAllBalances()}
        >
          {t('channels.menu.balanceAll')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTag size={16} />} onClick={setSelected}>
          {t('channels.batch.set')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTool size={16} />} onClick={actions.fix}>
          {t('channels.menu.fix')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.CheckboxItem checked={idSort} onChange={setIdSort}>
          {t('channels.menu.idSort')}
        </Menu.CheckboxItem>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconTrash size={16} />}
          c="var(--status-bad)"
          onClick={actions.removeDisabled}
        >
          {t('channels.menu.deleteDisabled')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
