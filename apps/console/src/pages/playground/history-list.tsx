import { ActionIcon, Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import type { Conversation } from './conversation.ts';
import type { Chat } from './use-chat.ts';

/** The conversations stored in this browser: open, rename, delete. */
export function HistoryList({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const [renaming, setRenaming] = useState<string | undefined>(undefined);
  return (
    <Stack gap={2}>
      <Button
        size="xs"
        variant="default"
        mb="xs"
        leftSection={<IconPlus size={14} />}
        onClick={chat.openNew}
      >
        {t('playground.newChat')}
      </Button>
      {chat.stored.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('playground.history.empty')}
        </Text>
      ) : null}
      {chat.stored.map((each) =>
        renaming === each.id ? (
          <NameForm
            key={each.id}
            name={each.name}
            save={(name) => {
              chat.rename(each.id, name);
              setRenaming(undefined);
            }}
          />
        ) : (
          <Row key={each.id} {...{ chat, each }} rename={() => setRenaming(each.id)} />
        ),
      )}
    </Stack>
  );
}

function Row({ chat, each, rename }: { chat: Chat; each: Conversation; rename: () => void }) {
  const { t } = useTranslation();
  const name = each.name || t('playground.history.unnamed');
  const isOpen = each.id === chat.current.id;
  return (
    <Group gap={2} wrap="nowrap">
      <UnstyledButton
        style={{ flex: 1, minWidth: 0, padding: '6px 8px', borderRadius: 6 }}
        {...(isOpen ? { bg: 'var(--mantine-primary-color-light)', 'aria-current': true } : {})}
        onClick={() => chat.open(each)}
      >
        <Text size="sm" truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          <TimeText seconds={Math.floor(each.changedAt / 1000)} />
        </Text>
      </UnstyledButton>
      <IconButton icon={IconPencil} label={t('playground.history.rename', { name })} run={rename} />
      <IconButton
        icon={IconTrash}
        label={t('playground.history.delete', { name })}
        run={() =>
          confirm({
            title: t('playground.history.deleteTitle'),
            text: name,
            confirm: t('playground.history.deleteConfirm'),
            run: () => chat.remove(each.id),
          })
        }
      />
    </Group>
  );
}

function NameForm({ name, save }: { name: string; save: (name: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(name);
  const submit = () => save(text.trim() || name);
  return (
    <TextInput
      aria-label={t('playground.history.name')}
      size="xs"
      data-autofocus
      value={text}
      maxLength={100}
      onChange={({ currentTarget: { value } }) => setText(value)}
      onKeyDown={({ key, nativeEvent }) => {
        // Those keys choose or discard what an input method composes.
        if (nativeEvent.isComposing) return;
        if (key === 'Enter') submit();
        if (key === 'Escape') save(name);
      }}
      rightSection={
        <ActionIcon size="sm" aria-label={t('ui.save')} onClick={submit}>
          <IconCheck size={14} />
        </ActionIcon>
      }
    />
  );
}
