import { FileInput, Popover, Select, Stack } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import type { Models } from '../../ui/hooks/use-models.ts';
import { Composer } from './composer.tsx';
import { toFiles } from './data-url-files.ts';
import { firstChoices, MEDIA_OPTIONS, type MediaChoices, type MediaKind } from './media-options.ts';
import { MediaResultView } from './media-result.tsx';
import { ModelPicker } from './model-picker.tsx';
import { MEDIA_STARTERS, Starters } from './starters.tsx';
import type { Media } from './use-media.ts';

/** Images, speech or transcripts: one call each, with its cost. */
export function MediaMode({
  kind,
  media: { results: all, run, again, stop },
  models,
  model,
  group,
  choose,
  modes,
}: {
  kind: MediaKind;
  media: Media;
  models: Models;
  model: string;
  /** The selected group, or ''. */
  group: string;
  choose: (model: string) => void;
  modes: ReactNode;
}) {
  const { t } = useTranslation();
  const [choices, setChoices] = useState(() => firstChoices(kind));
  const [file, setFile] = useState<File | null>(null);
  const results = all[kind];
  const [starter, setStarter] = useState('');
  const noneFits = model === '' && !models.isLoading;
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
            <Starters
              text={t(noneFits ? `playground.noneFits.${kind}` : `playground.emptyMedia.${kind}`)}
              {...(kind === 'transcription' || model === ''
                ? {}
                : {
                    examples: MEDIA_STARTERS.map((name) =>
                      t(`playground.mediaStarters.${kind}.${name}`),
                    ),
                  })}
              choose={setStarter}
            />
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
          key={starter}
          starter={starter}
          label={t(`playground.input.${kind}`)}
          button={t(`playground.run.${kind}`)}
          modes={modes}
          disabled={isRunning || model === '' || (kind === 'transcription' && !file)}
          mayBeEmpty={kind === 'transcription'}
          imagesLabel={kind === 'pictures' ? t('playground.editPicture') : undefined}
          send={(input, images) =>
            run({ kind, model, input, choices, group, files: file ? [file] : toFiles(images) })
          }
        >
          <Choices kind={kind} choices={choices} change={setChoices} />
          {kind === 'transcription' ? (
            <FileInput
              size="xs"
              style={{ flex: '0 1 200px', minWidth: 90 }}
              accept="audio/*,video/mp4,video/webm"
              aria-label={t('playground.recording')}
              placeholder={t('playground.recording')}
              value={file}
              onChange={setFile}
              clearable
              clearButtonProps={{ 'aria-label': t('playground.removeRecording') }}
            />
          ) : null}
        </Composer>
      </div>
    </div>
  );
}

/** Size, voice and the like; on a phone behind a button to save space. */
function Choices(props: ChoicesProps) {
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  if (MEDIA_OPTIONS[props.kind].length === 0) return null;
  if (!isMobile) return <ChoiceFields {...props} />;
  return (
    <Popover width={260} position="top" trapFocus>
      <Popover.Target>
        <button type="button" className="icon-button" aria-label={t('playground.options')}>
          <IconAdjustments size={17} stroke={1.6} />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <ChoiceFields {...props} wide />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoicesProps {
  kind: MediaKind;
  choices: MediaChoices;
  change: (choices: MediaChoices) => void;
  wide?: boolean;
}

/** Options without a default may be left to the model. */
function ChoiceFields({ kind, choices, change, wide = false }: ChoicesProps) {
  const { t } = useTranslation();
  return MEDIA_OPTIONS[kind].map(({ name, values, first }) => (
    <Select
      key={name}
      size="xs"
      w={wide ? '100%' : name === 'n' ? 64 : 118}
      aria-label={t(`playground.option.${name}`)}
      placeholder={t(`playground.option.${name}`)}
      {...(wide ? { comboboxProps: { withinPortal: false } } : {})}
      data={[...values]}
      value={choices[name] || null}
      onChange={(next) => change({ ...choices, [name]: next ?? '' })}
      allowDeselect={false}
      {...(first === undefined
        ? {
            clearable: true,
            clearButtonProps: { 'aria-label': t('playground.parameters.default') },
          }
        : {})}
    />
  ));
}
