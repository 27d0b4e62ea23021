import { SegmentedControl } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { PLAYGROUND_TABS, type PlaygroundTab } from './query.ts';

/** Chat, pictures or sound. */
export function ModeSwitch({
  tab,
  choose,
}: {
  tab: PlaygroundTab;
  choose: (tab: PlaygroundTab) => void;
}) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('playground.mode')}
      value={tab}
      onChange={choose}
      data={PLAYGROUND_TABS.map((value) => ({ value, label: t(`playground.tabs.${value}`) }))}
    />
  );
}
