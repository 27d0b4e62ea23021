import { Button, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../texts.tsx';
import { FaultBox } from './fault-box.tsx';
import type { ModelTestResult } from './test-model.ts';

export interface SaveAnywayProps {
  failed: ModelTestResult;
  busy: boolean;
  again: () => void;
  save: () => void;
}

/** Why a new channel failed its test, and the choice to fix it and test again or to save it anyway. */
export function SaveAnyway({ failed: { cause, excerpt }, busy, again, save }: SaveAnywayProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  // It is at the end of a long form.
  // Browsers return a promise, which must not become the effect's cleanup.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const buttons = (
    <>
      <Button size="xs" loading={busy} onClick={again}>
        {t('channels.test.again')}
      </Button>
      <Button size="xs" variant="default" disabled={busy} onClick={save}>
        {t('channels.form.saveAnyway')}
      </Button>
    </>
  );
  return (
    <div ref={box} className="above-form-bar">
      {cause ? (
        <FaultBox cause={cause}>
          {buttons}
          <Text size="sm" c="dimmed">
            {t('channels.form.notSaved')}
          </Text>
        </FaultBox>
      ) : (
        <div className="fault-box" role="status">
          <Text size="sm">{excerpt}</Text>
          <div className="fault-actions">{buttons}</div>
        </div>
      )}
    </div>
  );
}
