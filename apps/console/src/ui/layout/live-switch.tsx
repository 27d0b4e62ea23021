import { Button, Tooltip } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';

export interface LiveSwitchProps {
  on: boolean;
  /** The stream from the server was lost and is being reopened. */
  lost?: boolean;
  /** What is followed here. */
  hint: string;
  set: (on: boolean) => void;
}

/** A toggle that follows new data while on. */
export function LiveSwitch({ on, lost = false, hint, set }: LiveSwitchProps) {
  const { t } = useTranslation();
  const state = !on ? 'off' : lost ? 'lost' : 'on';
  return (
    <Tooltip label={state === 'lost' ? t('ui.live.lost') : hint}>
      <Button
        variant={on ? 'light' : 'default'}
        aria-pressed={on}
        leftSection={<span className="live-dot" data-state={state} />}
        onClick={() => set(!on)}
      >
        {t(state === 'lost' ? 'ui.live.reconnecting' : 'ui.live.name')}
      </Button>
    </Tooltip>
  );
}
