import { Button, Group, Loader, Paper, Progress, Text, Title } from '@mantine/core';
import type { OnboardingStep } from '@tollgate/contract';
import { IconCircle, IconCircleCheckFilled, IconCircleDot } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { useLocalStorage } from '../../ui/hooks/use-local-storage.ts';
import { pages } from '../index.ts';
import { FailedTest } from './failed-test.tsx';
import { FirstCallSample } from './first-call-sample.tsx';
import './onboarding.css';

/** How often it is looked whether the first call has come. */
const LOOK_MS = 5000;

interface Target {
  to: string;
  state?: Record<string, unknown>;
}

/** Where each step is done. */
const TARGETS: Readonly<Record<OnboardingStep['step'], Target>> = {
  password: { to: pages.setting.path },
  channel: { to: pages.channelAdd.path },
  test: { to: pages.channel.path },
  prices: { to: pages.prices.path },
  balance: { to: pages.wallet.path },
  key: { to: pages.apiKeys.path, state: { create: true } },
  call: { to: pages.playground.path },
};

/** The steps up to the first call, the next one open; gone when all have happened or it was hidden. */
export function OnboardingCard() {
  const user = useStoredUser();
  return user ? <Steps key={user.id} userId={user.id} admin={isAdmin(user)} /> : null;
}

function Steps({ userId, admin }: { userId: number; admin: boolean }) {
  const { t } = useTranslation();
  const [hidden, setHidden] = useLocalStorage(`onboarding_hidden_${userId}`, false);
  const { data: steps } = useEndpoint(
    calls.getOnboarding,
    {},
    { enabled: !hidden, refetchIntervalMs: (data) => (data?.every(isDone) ? false : LOOK_MS) },
  );
  if (hidden || !steps || steps.every(isDone)) return null;
  const done = steps.filter(isDone).length;
  const next = steps.find((step) => !step.done);
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
        {steps.map((step) => (
          <Step key={step.step} step={step} isNext={step === next} />
        ))}
      </ol>
    </Paper>
  );
}

function Step({ step, isNext }: { step: OnboardingStep; isNext: boolean }) {
  const { t } = useTranslation();
  const { step: name, done, count, failed } = step;
  const StateIcon = done ? IconCircleCheckFilled : isNext ? IconCircleDot : IconCircle;
  const note =
    count > 0 ? t('onboarding.steps.prices.count', { count }) : t(`onboarding.steps.${name}.note`);
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
        {done ? null : (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
        {isNext ? <Next name={name} failed={failed} /> : null}
      </div>
    </li>
  );
}

/** What has gone wrong with the next step, and the one button that leads to where it is done. */
function Next({
  name,
  failed,
}: {
  name: OnboardingStep['step'];
  failed: OnboardingStep['failed'];
}) {
  const { t } = useTranslation();
  const target: Target = failed
    ? { to: pages.channelEdit.path.replace('$id', String(failed.id)) }
    : TARGETS[name];
  return (
    <>
      {failed ? <FailedTest {...failed} /> : null}
      {name === 'call' ? <FirstCallSample /> : null}
      <Group gap="sm" mt="xs">
        <Button
          component={Link}
          to={target.to}
          state={target.state ?? {}}
          className="onboarding-button"
        >
          {t(failed ? 'onboarding.steps.test.mend' : `onboarding.steps.${name}.action`)}
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
