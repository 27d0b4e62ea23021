import { Button, Group, Loader, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode, IconDownload, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { FailureAlert } from './failure-alert.tsx';
import { LogLink } from '../logs/log-link.tsx';
import type { MediaInput, MediaResult } from './media-call.ts';
import { mediaCode } from './media-code.ts';
import { RequestCode } from './request-code-view.tsx';

/** One image, recording or transcript: result, cost, retry and code sample. */
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
  const { params, state, media, text, failure } = result;
  const input = params.input || (params.files[0]?.name ?? '');
  return (
    <div>
      <div className="playground-question">
        {params.kind === 'pictures' && params.files.length > 0 ? (
          <Text size="xs" c="dimmed">
            {t('playground.editOf', { count: params.files.length })}
          </Text>
        ) : null}
        {input}
      </div>
      {state === 'running' ? (
        <Group>
          <Loader size={16} aria-label={t('playground.state.streaming')} />
          <Button size="compact-xs" variant="default" onClick={stop}>
            {t('playground.stop')}
          </Button>
        </Group>
      ) : null}
      {failure ? <FailureAlert failure={failure} requestId={result.requestId} /> : null}
      {text === '' ? null : <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>}
      <div className={params.kind === 'pictures' ? 'playground-pictures' : undefined}>
        {media.map((address) => (
          <Medium key={address} {...{ params, address, input }} />
        ))}
      </div>
      {state === 'running' ? null : <Ending {...{ result, again }} />}
    </div>
  );
}

function Ending({ result, again }: { result: MediaResult; again: () => void }) {
  const { t } = useTranslation();
  const [isOpen, { toggle }] = useDisclosure(false);
  const { params, state, totalMs, quota, requestId, failure } = result;
  return (
    <>
      <Group justify="space-between" gap="sm" mt="xs">
        <Group gap="sm" className="tabular" c="dimmed" fz="sm">
          <span className="mono">{params.model}</span>
          {totalMs === undefined ? null : (
            <span>{t('playground.total', { seconds: (totalMs / 1000).toFixed(2) })}</span>
          )}
          {typeof quota === 'number' ? (
            <span data-testid="cost">
              <Money quota={quota} exact />
            </span>
          ) : null}
          {state === 'stopped' ? t('playground.state.stopped') : null}
          {requestId === undefined ? null : <LogLink search={{ request_id: requestId }} />}
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
      {isOpen ? <RequestCode samplesWith={(filled) => mediaCode(params, filled)} /> : null}
    </>
  );
}

/** An image, or why there is none: providers keep images for a while, often an hour. */
function Picture({ address, alt }: { address: string; alt: string }) {
  const { t } = useTranslation();
  const [isGone, setGone] = useState(false);
  if (isGone)
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('playground.pictureGone')}
      </Text>
    );
  return <img src={address} alt={alt} onError={() => setGone(true)} />;
}

function Medium({
  params: { kind, choices },
  address,
  input,
}: {
  params: MediaInput;
  address: string;
  input: string;
}) {
  const { t } = useTranslation();
  const name =
    kind === 'pictures'
      ? `picture.${choices['output_format'] || 'png'}`
      : `speech.${choices['response_format'] || 'mp3'}`;
  return (
    <figure style={{ margin: 0 }} className={kind === 'speech' ? 'playground-speech' : undefined}>
      {kind === 'pictures' ? (
        <Picture address={address} alt={input} />
      ) : (
        // What is said is the text above it.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio controls src={address} aria-label={input} />
      )}
      <Button
        component="a"
        href={address}
        download={name}
        size="compact-xs"
        variant="subtle"
        leftSection={<IconDownload size={14} />}
      >
        {t('playground.download')}
      </Button>
    </figure>
  );
}
