import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { calls } from 'virtual:calls';
import { refetch, readFrom } from '../../api/refetch.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useTranslation } from '../../texts.tsx';
import { ModelMark } from '../../ui/display/model-mark.tsx';
import { usePollInterval } from '../../ui/hooks/use-poll-interval.ts';
import type { Models } from '../../ui/hooks/use-models.ts';
import { pages } from '../index.ts';
import { isRunning } from '../tasks/progress.ts';
import { failureOf } from './call-playground.ts';
import { Composer } from './composer.tsx';
import { DRAWING_MODELS, type ImageTaskRequest, submitImageTask } from './drawing-calls.ts';
import { DrawingView } from './drawing-view.tsx';
import { FailureAlert } from './failure-alert.tsx';
import { PriceText } from './model-picker.tsx';
import { MEDIA_STARTERS, Starters } from './starters.tsx';

const SHOWN = 10;
const RUNNING_SECONDS = 3;

/** Image tasks: submitted here and tracked in the image log, so that none is lost when leaving the page. */
export function DrawingPane({
  models,
  group,
  modes,
}: {
  models: Models;
  /** The selected group, or ''. */
  group: string;
  modes: ReactNode;
}) {
  const { t } = useTranslation();
  const { submit, isSubmitting, failed } = useSubmit(group);
  const [starter, setStarter] = useState('');
  const often = usePollInterval(RUNNING_SECONDS);
  const list = useEndpoint(
    calls.listOwnImageTasks,
    { query: { p: 1, page_size: SHOWN } },
    { refetchIntervalMs: (page) => (page?.items.some(isRunning) ? often : false) },
  );
  const tasks = list.data?.items ?? [];
  const price = models.priceOf(DRAWING_MODELS.IMAGINE);
  return (
    <div className="playground" style={{ gridTemplateColumns: '1fr' }}>
      <div className="playground-main">
        <div className="playground-side-head">
          <ModelMark model={DRAWING_MODELS.IMAGINE} />
          <Text fw={600}>{t('playground.drawing.results')}</Text>
          {price ? <PriceText price={price} groupRatio={models.groupRatio} /> : null}
          <span style={{ flex: 1 }} />
          <Text component={Link} to={pages.drawing.path} size="sm" c="var(--mantine-color-anchor)">
            {t('playground.drawing.inLog')}
          </Text>
        </div>
        <div
          className="playground-talk"
          // Scrolls, so the keyboard must reach it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="log"
          aria-label={t('playground.drawing.results')}
        >
          {failed ? <Failed {...failed} again={() => void submit(failed.request)} /> : null}
          {list.data && tasks.length === 0 ? (
            <Starters
              text={t('playground.drawing.empty')}
              examples={MEDIA_STARTERS.map((name) =>
                t(`playground.mediaStarters.pictures.${name}`),
              )}
              choose={setStarter}
            />
          ) : null}
          <Stack>
            {tasks.map((task) => (
              <DrawingView
                key={task.id}
                task={task}
                busy={isSubmitting}
                go={(request) => void submit(request)}
              />
            ))}
          </Stack>
        </div>
        <Composer
          key={starter}
          starter={starter}
          label={t('playground.drawing.input')}
          button={t('playground.drawing.run')}
          modes={modes}
          disabled={isSubmitting}
          send={(prompt) => void submit({ action: 'IMAGINE', prompt })}
        />
      </div>
    </div>
  );
}

/** A request that was refused, so that no task shows it. */
function Failed({ failure, requestId, request, again }: FailedRequest & { again: () => void }) {
  return (
    <div>
      {request.action === 'IMAGINE' ? (
        <div className="playground-question">{request.prompt}</div>
      ) : null}
      <FailureAlert failure={failure} requestId={requestId} again={again} />
    </div>
  );
}

type FailedRequest = ReturnType<typeof failureOf> & { request: ImageTaskRequest };

function useSubmit(group: string) {
  const client = useQueryClient();
  const [isSubmitting, setSubmitting] = useState(false);
  const [failed, setFailed] = useState<FailedRequest | undefined>(undefined);
  const submit = async (request: ImageTaskRequest) => {
    setSubmitting(true);
    setFailed(undefined);
    try {
      await submitImageTask(request, group);
      await refetch(client, readFrom([calls.listOwnImageTasks, calls.getSelf]));
    } catch (error) {
      setFailed({ ...failureOf(error), request });
    } finally {
      setSubmitting(false);
    }
  };
  return { submit, isSubmitting, failed };
}
