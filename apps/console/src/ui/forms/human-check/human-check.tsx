import { Alert, Anchor, Box, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { loadTurnstile } from './load-turnstile.ts';
import type { HumanCheckState } from './use-human-check.ts';

/** The widget of the human verification; nothing while it is disabled. */
export function HumanCheck({ check }: { check: HumanCheckState }) {
  const [attempt, setAttempt] = useState(0);
  return check.siteKey === undefined ? null : (
    <Widget
      key={attempt}
      {...check}
      siteKey={check.siteKey}
      retry={() => setAttempt((before) => before + 1)}
    />
  );
}

type WidgetProps = HumanCheckState & { siteKey: string; retry: () => void };

function Widget({ siteKey, setToken, round, retry }: WidgetProps) {
  const { t, i18n } = useTranslation();
  const theme = useComputedColorScheme('light');
  const container = useRef<HTMLDivElement>(null);
  const reset = useRef<() => void>(undefined);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let isUnmounted = false;
    let remove: (() => void) | undefined;
    loadTurnstile().then(
      (turnstile) => {
        if (isUnmounted || !container.current) return;
        setFailed(false);
        const widget = turnstile.render(container.current, {
          sitekey: siteKey,
          theme,
          language: i18n.language === 'en' ? 'en' : 'zh-cn',
          callback: setToken,
          'expired-callback': () => {
            setToken('');
            turnstile.reset(widget);
          },
          'error-callback': () => setToken(''),
        });
        reset.current = () => turnstile.reset(widget);
        remove = () => turnstile.remove(widget);
      },
      () => !isUnmounted && setFailed(true),
    );
    return () => {
      isUnmounted = true;
      reset.current = undefined;
      remove?.();
      setToken('');
    };
  }, [siteKey, theme, i18n.language, setToken]);

  useEffect(() => {
    if (round > 0) reset.current?.();
  }, [round]);

  return (
    <>
      {failed ? (
        <Alert color="red" variant="light" role="alert">
          {t('registration.human.failed')}{' '}
          <Anchor component="button" type="button" onClick={retry}>
            {t('ui.retry')}
          </Anchor>
        </Alert>
      ) : null}
      <Box ref={container} role="group" aria-label={t('registration.human.label')} />
    </>
  );
}
