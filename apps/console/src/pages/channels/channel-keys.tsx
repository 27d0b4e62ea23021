import { Button, Group, Stack, Switch, Textarea } from '@mantine/core';
import type { ChannelKey } from '@tollgate/contract';
import { IconFlask, IconPlus, IconRotate, IconTrash } from '@tabler/icons-react';
import { calls } from 'virtual:calls';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { useRefetch } from '../../api/refetch.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { formatRelativeTime } from '../../ui/format/format-time.ts';
import { formatUpstreamFault } from '../../ui/format/format-upstream-fault.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Section } from '../../ui/layout/section.tsx';
import { StateTag } from './health-tag.tsx';
import { KeyTestResult } from './key-test-result.tsx';
import { testKey } from './test-model.ts';
import { useTests } from './use-tests.ts';
import './channels.css';

const LOOK_AGAIN_MS = 5000;
const REFRESHES = [calls.listChannelKeys, calls.getChannelHealth, calls.searchChannels];

/** The keys of a channel, identified by their last characters: add, test, disable or remove them. */
export function ChannelKeys({ id, single }: { id: number; single: boolean }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const keys = useEndpoint(
    calls.listChannelKeys,
    { params: { id } },
    { refetchIntervalMs: LOOK_AGAIN_MS },
  );
  const switchKey = useEndpointMutation(calls.switchChannelKey, REFRESHES);
  const removeKey = useEndpointMutation(calls.removeChannelKey, REFRESHES);
  const list = keys.data ?? [];
  const refetch = useRefetch();
  const { results, run } = useTests(
    (name) => testKey(id, name),
    () => void refetch(REFRESHES),
  );
  const release = useEndpointMutation(calls.releaseChannel, REFRESHES);
  const nameOf = (key: ChannelKey) => t('channels.health.key', { position: list.indexOf(key) + 1 });
  const remove = (key: ChannelKey) =>
    confirm({
      title: t('channels.keys.removeTitle', { name: nameOf(key) }),
      text: t('channels.keys.removeText'),
      confirm: t('channels.keys.remove'),
      run: () =>
        removeKey.mutate(
          { body: { id, fingerprint: key.fingerprint } },
          { onSuccess: () => toastSuccess(t('channels.keys.removed')), onError: toastError },
        ),
    });
  return (
    <Section
      title={t('channels.keys.title', { count: list.length })}
      aside={
        single ? null : (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => setAdding(!adding)}
          >
            {t('channels.keys.add')}
          </Button>
        )
      }
    >
      <ul className="key-rows">
        {list.map((key) => (
          <li key={key.fingerprint}>
            <div className="key-line">
              <Group gap="xs" wrap="nowrap">
                {list.length > 1 ? (
                  <Switch
                    size="xs"
                    aria-label={t('channels.keys.use', { name: nameOf(key) })}
                    checked={key.on}
                    onChange={() =>
                      switchKey.mutate(
                        { body: { id, fingerprint: key.fingerprint, on: !key.on } },
                        { onError: toastError },
                      )
                    }
                  />
                ) : null}
                <span>
                  {nameOf(key)} {key.tail === '' ? null : <span className="mono">…{key.tail}</span>}
                </span>
              </Group>
              <Group gap="xs" wrap="nowrap">
                {key.on ? (
                  <StateTag state={key.dead ? 'dead' : key.state} untilMs={key.until_ms} />
                ) : (
                  t('channels.conditions.off')
                )}
                {key.on && (key.dead || key.state !== 'closed') ? (
                  <IconButton
                    label={t('channels.health.againOf', { name: nameOf(key) })}
                    icon={IconRotate}
                    run={() =>
                      release.mutate(
                        { body: { id, key: key.fingerprint } },
                        {
                          onSuccess: () => toastSuccess(t('channels.health.released')),
                          onError: toastError,
                        },
                      )
                    }
                  />
                ) : null}
                {list.length > 1 ? (
                  <IconButton
                    label={`${t('channels.keys.test')}: ${nameOf(key)}`}
                    icon={IconFlask}
                    disabled={results.get(key.fingerprint) === 'running'}
                    run={() => void run([key.fingerprint])}
                  />
                ) : null}
                {list.length > 1 ? (
                  <IconButton
                    label={`${t('channels.keys.remove')}: ${nameOf(key)}`}
                    icon={IconTrash}
                    run={() => remove(key)}
                  />
                ) : null}
              </Group>
            </div>
            {key.on ? <WhyResting keyState={key} /> : null}
            <KeyTestResult result={results.get(key.fingerprint)} />
          </li>
        ))}
      </ul>
      {adding ? <AddKeys id={id} done={() => setAdding(false)} /> : null}
    </Section>
  );
}

/** Why and until when a key is cooling down, as visible text rather than a tooltip. */
function WhyResting({ keyState }: { keyState: ChannelKey }) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const { state, dead, fault, until_ms: until } = keyState;
  if (state === 'closed' && !dead) return null;
  const why = fault
    ? t('channels.keys.because', {
        what: formatUpstreamFault(i18n, fault.what),
        model: fault.model,
        time: formatRelativeTime(Math.min(now, fault.at_ms / 1000), now, i18n.language),
      })
    : '';
  const next =
    until / 1000 > now
      ? t('channels.keys.until', { time: formatRelativeTime(until / 1000, now, i18n.language) })
      : t('channels.keys.untilNext');
  return <div className="key-why">{[why, next].filter(Boolean).join(' · ')}</div>;
}

function AddKeys({ id, done }: { id: number; done: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const add = useEndpointMutation(calls.addChannelKeys, REFRESHES);
  const submit = () =>
    add.mutate(
      { body: { id, keys: text } },
      {
        onSuccess: () => {
          toastSuccess(t('channels.keys.added'));
          done();
        },
        onError: toastError,
      },
    );
  return (
    <Stack gap="xs" mt="xs">
      <Textarea
        label={t('channels.keys.addLabel')}
        description={t('channels.keys.addHint')}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autoFocus
      />
      <Group justify="flex-end" gap="xs">
        <Button size="xs" variant="default" onClick={done}>
          {t('ui.cancel')}
        </Button>
        <Button size="xs" loading={add.isPending} disabled={text.trim() === ''} onClick={submit}>
          {t('channels.keys.addConfirm')}
        </Button>
      </Group>
    </Stack>
  );
}
