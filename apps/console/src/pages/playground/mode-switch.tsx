import { Menu, SegmentedControl } from '@mantine/core';
import {
  type Icon,
  IconBrush,
  IconFileText,
  IconMessage,
  IconPhoto,
  IconVolume,
} from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import type { PlaygroundTab } from './query.ts';

interface ModeSwitchProps {
  tab: PlaygroundTab;
  /** The tabs that this site offers. */
  tabs: readonly PlaygroundTab[];
  choose: (tab: PlaygroundTab) => void;
}

const ICONS: Readonly<Record<PlaygroundTab, Icon>> = {
  chat: IconMessage,
  pictures: IconPhoto,
  speech: IconVolume,
  transcription: IconFileText,
  drawing: IconBrush,
};

/** Switches between chat, images, audio and image tasks; on a phone a menu. */
export function ModeSwitch(props: ModeSwitchProps) {
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  if (isMobile) return <ModeMenu {...props} />;
  const { tab, tabs, choose } = props;
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('playground.mode')}
      value={tab}
      onChange={choose}
      data={tabs.map((value) => ({ value, label: t(`playground.tabs.${value}`) }))}
    />
  );
}

function ModeMenu({ tab, tabs, choose }: ModeSwitchProps) {
  const { t } = useTranslation();
  const Shown = ICONS[tab];
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <button
          type="button"
          className="icon-button"
          aria-label={`${t('playground.mode')}: ${t(`playground.tabs.${tab}`)}`}
        >
          <Shown size={18} stroke={1.6} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {tabs.map((value) => {
          const IconOf = ICONS[value];
          return (
            <Menu.Item
              key={value}
              leftSection={<IconOf size={16} stroke={1.6} />}
              aria-current={value === tab || undefined}
              onClick={() => choose(value)}
            >
              {t(`playground.tabs.${value}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
