import { Alert, Button, FileInput, Group, Loader, Select, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/display/money.tsx';
import { createIdempotencyKey } from '../../ui/forms/create-idempotency-key.ts';
import { Composer } from './composer.tsx';
import { findCharge } from './find-charge.ts';
import { type MediaKind, mediaRequest, type MediaResult, runMedia } from './media-call.ts';
import { ModelPicker } from './model-picker.tsx';
import type { Models } from '../../ui/hooks/use-models.ts';

/** What can be chosen beside the prompt. */
const OPTIONS: Record<MediaKind, readonly string[]> = {
  pictures: ['1024x1024', '1536x1024', '1024x1536'],
  speech: ['alloy', 'ash', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer'],
  transcription: [],
};
/** Results on screen; they are gone with the page. */
const SHOWN_MAX = 20;

/** Pictures, speech or transcripts: one call each, with its cost. */
export function MediaMode({
  kind,
  models,
  model,
  choose,
  modes,
}: {
  kind: MediaKind;
  models: Models;
  model: string;
  choose: (model: string) => void;
  modes: ReactNode;
}) {
  const { t } = useTranslation();
  const [option, setOption] = useState(OPTIONS[kind][0] ?? '');
  const [file, setFile] = useState<File | null>(null);
  const { results, run, stop } = useMediaResults(kind);
  const isRunning = results[0]?.state === 'running';
  return (
    <div className="playground" style={{ gridTemplateColumns: '1fr' }}>
      <div className="playground-main">
        <div className="playground-side-head">
          <ModelPicker
            models={models.names}
            model={model}
            choose={choose}
            label={t('playground.model')}
            price={models.priceOf(model)}
            groupRatio={models.groupRatio}
          />
        </div>
        <div
          className="playground-talk"
          // Scrolls, so the keyboard must reach it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="log"
          aria-label={t('playground.results')}
        >
          {results.length === 0 ? (
            <Text c="dimmed" ta="center" mt="xl">
              {t(`playground.emptyMedia.${kind}`)}
            </Text>
          ) : null}
          <Stack>
            {results.map((result) => (
              <Result key={result.id} kind={kind} result={result} stop={stop} />
            ))}
          </Stack>
        </div>
        <Composer
          label={t(`playground.input.${kind}`)}
          button={t(`playground.run.${kind}`)}
          modes={modes}
          disabled={isRunning || model === '' || (kind === 'transcription' && !file)}
          mayBeEmpty={kind === 'transcription'}
          send={(input) =>
            run(model, input || (file?.name ?? ''), {
              model,
              input,
              option,
              ...(file ? { file } : {}),
            })
          }
        >
          {OPTIONS[kind].length > 0 ? (
            <Select
              size="xs"
              w={130}
              aria-label={t(`playground.option.${kind === 'speech' ? 'speech' : 'pictures'}`)}
              data={[...OPTIONS[kind]]}
              value={option}
              onChange={(next) => setOption(next ?? '')}
              allowDeselect={false}
            />
          ) : (
            <FileInput
              size="xs"
              w={200}
              accept="audio/*,video/mp4,video/webm"
              aria-label={t('playground.recording')}
              placeholder={t('playground.recording')}
              value={file}
              onChange={setFile}
              clearable
              clearButtonProps={{ 'aria-label': t('playground.removeRecording') }}
            />
          )}
        </Composer>
      </div>
    </div>
  );
}

function useMediaResults(kind: MediaKind) {
  const [results, setResults] = useState<readonly MediaResult[]>([]);
  const abort = useRef<AbortController | undefined>(undefined);
  const put = (result: MediaResult) =>
    setResults((from) => from.map((each) => (each.id === result.id ? result : each)));
  const run = async (model: string, input: string, asked: Parameters<typeof mediaRequest>[1]) => {
    const id = createIdempotencyKey();
    const begun: MediaResult = { id, model, input, state: 'running', media: [], text: '' };
    setResults((from) => [begun, ...from].slice(0, SHOWN_MAX));
    abort.current = new AbortController();
    const result = await runMedia(kind, mediaRequest(kind, asked), begun, abort.current.signal);
    put(result);
    if (result.requestId === undefined) return;
    const charge = await findCharge(result.requestId);
    put({ ...result, quota: charge?.quota ?? null });
  };
  return {
    results,
    run: (...input: Parameters<typeof run>) => void run(...input),
    stop: () => abort.current?.abort(),
  };
}

function Result({
  kind,
  result,
  stop,
}: {
  kind: MediaKind;
  result: MediaResult;
  stop: () => void;
}) {
  const { t } = useTranslation();
  const { state, media, text, input, failure, totalMs, quota, model } = result;
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
          title={[failure.status || '', failure.code].filter(Boolean).join(' ')}
        >
          {failure.message}
        </Alert>
      ) : null}
      {text === '' ? null : <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>}
      <div className={kind === 'pictures' ? 'playground-pictures' : undefined}>
        {media.map((address) => (
          <Medium key={address} {...{ kind, address, input }} />
        ))}
      </div>
      {state === 'running' ? null : (
        <Group gap="sm" mt="xs" className="tabular" c="dimmed" fz="sm">
          <span className="mono">{model}</span>
          {totalMs === undefined ? null : (
            <span>{t('playground.total', { seconds: (totalMs / 1000).toFixed(2) })}</span>
          )}
          {typeof quota === 'number' ? <Money quota={quota} exact /> : null}
          {state === 'stopped' ? t('playground.state.stopped') : null}
        </Group>
      )}
    </div>
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
