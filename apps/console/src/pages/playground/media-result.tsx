import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode, IconDownload, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { LogLink } from './log-link.tsx';
import type { MediaKind, MediaResult } from './media-call.ts';
import { mediaCode } from './media-code.ts';
import { RequestCode } from './request-code-view.tsx';

/** One picture, recording or transcript: what it is, what it cost, how to ask again or in code. */
export function MediaResultView({
  result,
  stop,
  again,
}: {
  result: MediaResult;
  stop: () => void;
  again: () => void;
}) {
  const { t } = useTranslation();
  const { asked, state, media, text, failure } = result;
  const input = asked.input || (asked.file?.name ?? '');
  return (
    <div>
      <div className="playground-question">{input}</div>
      {state === 'running' ? (
        <Group>
          <Loader size={16} aria-label={t('playground.state.streaming')} />
          <Button size="compact-xs" variant="default" onClick={stop}>
            {t('playground.stop')}
          </Button>
        </Group>
      ) : null}
      {failure ? (
        <Alert
          color="red"
          variant="outline"
          title={
            [failure.status || '', failure.code].filter(Boolean).join(' ') ||
            t('playground.state.failed')
          }
        >
          {failure.message}
        </Alert>
      ) : null}
      {text === '' ? null : <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>}
      <div className={asked.kind === 'pictures' ? 'playground-pictures' : undefined}>
        {media.map((address) => (
          <Medium key={address} {...{ kind: asked.kind, address, input }} />
        ))}
      </div>
      {state === 'running' ? null : <Ending {...{ result, again }} />}
    </div>
  );
}

function Ending({ result, again }: { result: MediaResult; again: () => void }) {
  const { t } = useTranslation();
  const [isOpen, { toggle }] = useDisclosure(false);
  const { asked, state, totalMs, quota, requestId, failure } = result;
  return (
    <>
      <Group justify="space-between" gap="sm" mt="xs">
        <Group gap="sm" className="tabular" c="dimmed" fz="sm">
          <span className="mono">{asked.model}</span>
          {totalMs === undefined ? null : (
            <span>{t('playground.total', { seconds: (totalMs / 1000).toFixed(2) })}</span>
          )}
          {typeof quota === 'number' ? (
            <span data-testid="cost">
              <Money quota={quota} exact />
            </span>
          ) : null}
          {state === 'stopped' ? t('playground.state.stopped') : null}
          {requestId === undefined ? null : <LogLink requestId={requestId} />}
        </Group>
        <Group gap={4}>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconRefresh size={14} />}
            onClick={again}
          >
            {t(failure ? 'ui.retry' : 'playground.again')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconCode size={14} />}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            {t('playground.asCode')}
          </Button>
        </Group>
      </Group>
      {isOpen ? <RequestCode samplesWith={(filled) => mediaCode(asked, filled)} /> : null}
    </>
  );
}

function Medium({ kind, address, input }: { kind: MediaKind; address: string; input: string }) {
  const { t } = useTranslation();
  return (
    <figure style={{ margin: 0 }}>
      {kind === 'pictures' ? (
        <img src={address} alt={input} />
      ) : (
        // What is said is the text above it.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio controls src={address} aria-label={input} />
      )}
      <Button
        component="a"
        href={address}
        download={kind === 'pictures' ? 'picture.png' : 'speech.mp3'}
        size="compact-xs"
        variant="subtle"
        leftSection={<IconDownload size={14} />}
      >
        {t('playground.download')}
      </Button>
    </figure>
  );
}
