import { Button, Tooltip } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';

export interface LiveSwitchProps {
  on: boolean;
  /** The line to the server is gone and is being opened again. */
  lost?: boolean;
  /** What following means here. */
  hint: string;
  set: (on: boolean) => void;
}

/** Follows what is new while it is pressed. */
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
