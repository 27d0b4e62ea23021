import { FileInput, Select, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { createIdempotencyKey } from '../../ui/forms/create-idempotency-key.ts';
import { Composer } from './composer.tsx';
import { findCharge } from './find-charge.ts';
import { type MediaInput, type MediaKind, type MediaResult, runMedia } from './media-call.ts';
import { MediaResultView } from './media-result.tsx';
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
  const { results, run, again, stop } = useMediaResults();
  const isRunning = results.some(({ state }) => state === 'running');
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
              <MediaResultView
                key={result.id}
                result={result}
                stop={() => stop(result.id)}
                again={() => again(result)}
              />
            ))}
          </Stack>
        </div>
        <Composer
          label={t(`playground.input.${kind}`)}
          button={t(`playground.run.${kind}`)}
          modes={modes}
          disabled={isRunning || model === '' || (kind === 'transcription' && !file)}
          mayBeEmpty={kind === 'transcription'}
          send={(input) => run({ kind, model, input, option, ...(file ? { file } : {}) })}
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

/** The results on screen, newest first; they are gone with the page. */
function useMediaResults() {
  const [results, setResults] = useState<readonly MediaResult[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const put = (result: MediaResult) =>
    setResults((from) => from.map((each) => (each.id === result.id ? result : each)));
  const call = async (begun: MediaResult) => {
    const abort = new AbortController();
    running.current.set(begun.id, abort);
    const result = await runMedia(begun, abort.signal);
    running.current.delete(begun.id);
    put(result);
    if (result.requestId === undefined) return;
    const charge = await findCharge(result.requestId);
    setResults((from) =>
      from.map((each) =>
        // It may have been asked again meanwhile.
        each.requestId === result.requestId ? { ...each, quota: charge?.quota ?? null } : each,
      ),
    );
  };
  const begin = (id: string, asked: MediaInput): MediaResult => ({
    id,
    asked,
    state: 'running',
    media: [],
    text: '',
  });
  return {
    results,
    run: (asked: MediaInput) => {
      const begun = begin(createIdempotencyKey(), asked);
      setResults((from) => [begun, ...from].slice(0, SHOWN_MAX));
      void call(begun);
    },
    /** Asks for it once more, in its place. */
    again: ({ id, asked }: MediaResult) => {
      const begun = begin(id, asked);
      put(begun);
      void call(begun);
    },
    stop: (id: string) => running.current.get(id)?.abort(),
  };
}
