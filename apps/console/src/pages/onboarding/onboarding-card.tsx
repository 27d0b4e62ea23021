import { Anchor, Button, Group, Loader, Paper, Progress, Text, Title } from '@mantine/core';
import { LOG_CONSUME, LOG_ERROR, type LogEntry, type OnboardingStep } from '@tollgate/contract';
import { IconCircle, IconCircleCheckFilled, IconCircleDot } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { unixSeconds } from '../../server-clock.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { readActingTeam } from '../../session/acting-team.ts';
import { isAdmin, useStoredUser, viewerOf } from '../../session/session.ts';
import { useLocalStorage } from '../../ui/hooks/use-local-storage.ts';
import { pages } from '../index.ts';
import { FailedTest } from './failed-test.tsx';
import { FirstCallSample } from './first-call-sample.tsx';
import { ItWorks } from './it-works.tsx';
import { RefusedCall } from './refused-call.tsx';
import { useOnboardingHidden } from './use-onboarding.ts';
import './onboarding.css';

/** How often to poll for the first call. */
const LOOK_MS = 5000;
/** How long after a first call it is still news. */
const FRESH_SECONDS = 7 * 86_400;

interface Target {
  to: string;
  search?: Record<string, string>;
  state?: Record<string, unknown>;
}

/** The page where each step is done. */
const TARGETS: Readonly<Record<OnboardingStep['step'], Target>> = {
  password: { to: pages.setting.path, search: { tab: 'personal', section: 'security' } },
  channel: { to: pages.channelAdd.path },
  test: { to: pages.channel.path },
  prices: { to: pages.prices.path },
  balance: { to: pages.wallet.path, state: { topUp: true } },
  key: { to: pages.apiKeys.path, state: { create: true } },
  call: { to: pages.playground.path },
};

/**
 * The steps up to the first call, with the next one open; not shown when all are done, when hidden, or while
 * acting for a team.
 */
export function OnboardingCard() {
  const user = useStoredUser();
  return user && !readActingTeam() ? (
    <Steps key={user.id} userId={user.id} admin={isAdmin(user)} />
  ) : null;
}

function Steps({ userId, admin }: { userId: number; admin: boolean }) {
  const { t } = useTranslation();
  const [hidden, setHidden] = useOnboardingHidden(userId);
  const { data: steps } = useEndpoint(
    calls.getOnboarding,
    {},
    { enabled: !hidden, refetchIntervalMs: (data) => (data?.every(isDone) ? false : LOOK_MS) },
  );
  // Completion is only announced to users who had open steps in this browser.
  const [hasStarted, setStarted] = useLocalStorage(`onboarding_begun_${userId}`, false);
  const open = steps?.some((step) => !step.done) === true;
  useEffect(() => {
    if (open && !hidden && !hasStarted) setStarted(true);
  }, [open, hidden, hasStarted, setStarted]);
  const waits = open && steps.filter((step) => !step.done).length === 1;
  const call = useLastCall(!hidden && (waits || (hasStarted && !open)));
  if (hidden || !steps || (!open && !hasStarted)) return null;
  if (!open) return isFresh(call) ? <ItWorks call={call} close={() => setStarted(false)} /> : null;
  const done = steps.filter(isDone).length;
  const next = steps.find((step) => !step.done);
  // Once a site is in use, completed steps would only take space on its dashboard.
  const isUsed = steps.some(({ step, done: was }) => step === 'call' && was);
  const listed = isUsed ? steps.filter((step) => !step.done) : steps;
  const of = admin ? 'site' : 'own';
  const progress = t('onboarding.progress', { done, total: steps.length });
  return (
    <Paper
      className="onboarding"
      component="section"
      aria-label={t(`onboarding.${of}.title`)}
      withBorder
      mb="md"
    >
      <Group className="onboarding-head" justify="space-between" gap="sm">
        <div className="onboarding-text">
          <Title order={2}>{t(`onboarding.${of}.title`)}</Title>
          <Text size="sm" c="dimmed">
            {t(`onboarding.${of}.note`)}
            <ImportHint steps={steps} />
          </Text>
        </div>
        <Group gap="sm" wrap="nowrap">
          <div className="onboarding-progress">
            <Text size="xs" className="tabular" role="status">
              {progress}
            </Text>
            <Progress value={(100 * done) / steps.length} size="sm" aria-label={progress} />
          </div>
          <Button variant="subtle" onClick={() => setHidden(true)} className="onboarding-button">
            {t('onboarding.hide')}
          </Button>
        </Group>
      </Group>
      <ol>
        {listed.map((step) => (
          <Step
            key={step.step}
            step={step}
            isNext={step === next}
            refused={call?.type === LOG_ERROR ? call : undefined}
          />
        ))}
      </ol>
    </Paper>
  );
}

/** Whether this is the user's own first success: an import may have brought calls from another site. */
function isFresh(call: LogEntry | undefined): call is LogEntry {
  return call?.type === LOG_CONSUME && call.created_at > unixSeconds() - FRESH_SECONDS;
}

/** Where an operator who comes from another gateway begins instead of with a first channel. */
function ImportHint({ steps }: { steps: readonly OnboardingStep[] }) {
  const { t } = useTranslation();
  const viewer = viewerOf(useStoredUser());
  const isSetUp = !steps.some(({ step, done }) => step === 'channel' && !done);
  if (isSetUp || viewer !== 'root') return null;
  return (
    <>
      {' '}
      {t('onboarding.import.ask')}{' '}
      <Anchor component={Link} to={pages.import.path} inherit underline="always">
        {t('onboarding.import.link')}
      </Anchor>
    </>
  );
}

/** Returns the user's latest call, answered or refused. */
function useLastCall(enabled: boolean): LogEntry | undefined {
  const { data } = useEndpoint(
    calls.listOwnLogs,
    { query: { p: 1, page_size: 10 } },
    { enabled, refetchIntervalMs: LOOK_MS },
  );
  return enabled
    ? data?.items.find(({ type }) => type === LOG_CONSUME || type === LOG_ERROR)
    : undefined;
}

function Step({
  step,
  isNext,
  refused,
}: {
  step: OnboardingStep;
  isNext: boolean;
  refused: LogEntry | undefined;
}) {
  const { t } = useTranslation();
  const { step: name, done, count, failed, name: of } = step;
  const fact =
    of === ''
      ? ''
      : name === 'channel'
        ? t('onboarding.steps.channel.fact', { name: of, count })
        : of;
  const StateIcon = done ? IconCircleCheckFilled : isNext ? IconCircleDot : IconCircle;
  const note =
    name === 'prices' && count > 0
      ? t('onboarding.steps.prices.count', { count })
      : t(`onboarding.steps.${name}.note`);
  return (
    <li data-next={isNext || undefined} aria-current={isNext ? 'step' : undefined}>
      <StateIcon
        size={20}
        role="img"
        aria-label={t(done ? 'onboarding.done' : 'onboarding.open')}
        className="onboarding-state"
      />
      <div className="onboarding-text">
        <Text size="sm" fw={isNext ? 600 : 500}>
          {t(`onboarding.steps.${name}.title`)}
        </Text>
        {done && fact === '' ? null : (
          <Text size="xs" c="dimmed">
            {done ? fact : note}
          </Text>
        )}
        {isNext ? <Next name={name} failed={failed} refused={refused} /> : null}
      </div>
      {done || isNext || name === 'call' ? null : (
        <Button
          component={Link}
          to={TARGETS[name].to}
          search={(TARGETS[name].search ?? {}) as never}
          state={TARGETS[name].state ?? {}}
          variant="default"
          size="compact-sm"
          className="onboarding-button"
        >
          {t(`onboarding.steps.${name}.action`)}
        </Button>
      )}
    </li>
  );
}

/** What went wrong with the next step, and the one button that leads to its page. */
function Next({
  name,
  failed,
  refused,
}: {
  name: OnboardingStep['step'];
  failed: OnboardingStep['failed'];
  refused: LogEntry | undefined;
}) {
  const { t } = useTranslation();
  const target = TARGETS[name];
  if (failed) return <FailedTest {...failed} />;
  return (
    <>
      {name === 'call' && refused ? <RefusedCall call={refused} /> : null}
      {name === 'call' ? <FirstCallSample /> : null}
      <Group gap="sm" mt="xs">
        <Button
          component={Link}
          to={target.to}
          search={(target.search ?? {}) as never}
          state={target.state ?? {}}
          className="onboarding-button"
        >
          {t(`onboarding.steps.${name}.action`)}
        </Button>
        {name === 'call' ? (
          <Group gap={6}>
            <Loader size={14} />
            <Text size="sm">{t('onboarding.waiting')}</Text>
          </Group>
        ) : null}
      </Group>
    </>
  );
}

const isDone = ({ done }: OnboardingStep) => done;
