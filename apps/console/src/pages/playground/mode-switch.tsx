import { SegmentedControl } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import type { PlaygroundTab } from './query.ts';

/** Chat, pictures, sound or drawings. */
export function ModeSwitch({
  tab,
  tabs,
  choose,
}: {
  tab: PlaygroundTab;
  /** Those that this site has. */
  tabs: readonly PlaygroundTab[];
  choose: (tab: PlaygroundTab) => void;
}) {
  const { t } = useTranslation();
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
