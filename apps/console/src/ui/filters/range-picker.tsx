import { Button, Drawer, Group, Popover, SegmentedControl, Skeleton } from '@mantine/core';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { type Ref, Suspense, useState } from 'react';
import { lazyPart } from '../../lazy-part.ts';
import { unixSeconds } from '../../server-clock.ts';
import { useTranslation } from '../../texts.tsx';
import { useIsMobile } from '../hooks/use-is-mobile.ts';
import {
  type DateRange,
  formatRange,
  RANGE_PRESETS,
  rangeOfPreset,
  type RangePreset,
} from './date-range.ts';
import type { RangePickerProps } from './range-choice.ts';

// The calendar is about 30 KiB that few visits need.
const RangePanel = lazyPart(async () => ({
  default: (await import('./range-panel.tsx')).RangePanel,
}));

/** Selects a time range: a preset with one click, or days in a calendar and times by typing. */
export function RangePicker(props: RangePickerProps) {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const [opened, setOpened] = useState(false);
  const { presets = RANGE_PRESETS, preset, range, comparison = 'off', zone = '', choose } = props;
  const close = () => setOpened(false);
  const toggle = () => setOpened(!opened);
  const panel = opened ? (
    <Suspense fallback={<Skeleton height={mobile ? 420 : 360} />}>
      <RangePanel {...props} close={close} />
    </Suspense>
  ) : null;
  if (mobile)
    return (
      <>
        <RangeButton {...{ opened, toggle, range, preset, zone }} />
        <Drawer
          opened={opened}
          onClose={close}
          position="bottom"
          title={t('ui.range.label')}
          closeButtonProps={{ 'aria-label': t('ui.close') }}
          styles={{
            content: { height: 'auto', maxHeight: '90dvh', borderRadius: '12px 12px 0 0' },
          }}
        >
          {panel}
        </Drawer>
      </>
    );
  return (
    <Group gap="xs" wrap="nowrap">
      <SegmentedControl
        aria-label={t('ui.range.presets')}
        value={preset}
        data={presets.map((value) => ({ value, label: t(`ui.range.preset.${value}`) }))}
        onChange={(value) =>
          value !== '' &&
          choose({ preset: value, range: rangeOfPreset(value, unixSeconds(), zone), comparison })
        }
      />
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <RangeButton {...{ opened, toggle, range, zone }} />
        </Popover.Target>
        <Popover.Dropdown aria-label={t('ui.range.label')} p="md">
          {panel}
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}

interface RangeButtonProps {
  opened: boolean;
  toggle: () => void;
  range: DateRange;
  /** Named next to the days if nothing else shows it. */
  preset?: RangePreset | '';
  zone: string;
  ref?: Ref<HTMLButtonElement>;
}

function RangeButton({ opened, toggle, range, preset = '', zone, ...rest }: RangeButtonProps) {
  const { t, i18n } = useTranslation();
  const mobile = useIsMobile();
  const options = { zone, thisYear: dayjs.unix(unixSeconds()).year() };
  const days = formatRange(range, i18n.language, { ...options, byDay: true });
  const name = preset === '' ? '' : t(`ui.range.preset.${preset}`);
  // For 24 h the name alone is enough: its hours would add nothing.
  const shown = preset === '24h' ? name : [name, days].filter(Boolean).join(' · ');
  return (
    <Button
      variant="default"
      className="tabular"
      leftSection={<IconCalendar size={16} stroke={1.6} />}
      rightSection={<IconChevronDown size={14} stroke={1.6} />}
      style={mobile ? { minHeight: 44, maxWidth: 'calc(100vw - 24px)' } : { flexShrink: 0 }}
      {...rest}
      aria-expanded={opened}
      aria-label={t('ui.range.button', { range: shown })}
      title={formatRange(range, i18n.language, options)}
      onClick={toggle}
    >
      {shown}
    </Button>
  );
}
