import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import type { SavedView } from '@tollgate/contract';
import { IconBookmark, IconBookmarkFilled, IconTrash } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastError, toastSuccess } from '../feedback/toasts.tsx';
import { useIsMobile } from '../hooks/use-is-mobile.ts';
import { searchOfView, sameSearch, viewSearch } from './view-search.ts';
import './saved-views.css';

/** Maximum length of a name, also enforced by the server. */
const NAME_MAX = 40;

/** The user's saved filters of a list: select, save the current ones under a name, delete. */
export function SavedViews({
  list,
  shrinks = false,
}: {
  list: string;
  /** Shows only the icon on a phone. */
  shrinks?: boolean;
}) {
  const { t } = useTranslation();
  const narrow = useIsMobile() && shrinks;
  const [opened, setOpened] = useState(false);
  const search = viewSearch(useSearch({ strict: false }));
  const views = useEndpoint(calls.listViews, { query: { list } });
  const chosen = views.data?.find((view) => sameSearch(view.search, search));
  const IconOf = chosen ? IconBookmarkFilled : IconBookmark;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={280}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        {narrow ? (
          <ActionIcon
            variant="default"
            size={44}
            aria-label={chosen?.name ?? t('ui.views.button')}
            onClick={() => setOpened(!opened)}
          >
            <IconOf size={18} stroke={1.6} />
          </ActionIcon>
        ) : (
          <Button
            variant="default"
            leftSection={<IconOf size={16} stroke={1.6} />}
            onClick={() => setOpened(!opened)}
          >
            {chosen?.name ?? t('ui.views.button')}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown aria-label={t('ui.views.button')}>
        <Stack gap="xs">
          {views.data?.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('ui.views.none')}
            </Text>
          ) : (
            <ul className="views-list">
              {(views.data ?? []).map((view) => (
                <ViewRow
                  key={view.id}
                  view={view}
                  isChosen={view === chosen}
                  leave={() => setOpened(false)}
                />
              ))}
            </ul>
          )}
          <SaveForm list={list} search={search} saved={() => setOpened(false)} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const VIEW_LISTS = [calls.listViews];

function ViewRow({
  view,
  isChosen,
  leave,
}: {
  view: SavedView;
  isChosen: boolean;
  leave: () => void;
}) {
  const { t } = useTranslation();
  const remove = useEndpointMutation(calls.deleteView, VIEW_LISTS);
  return (
    <Group component="li" gap={4} wrap="nowrap" justify="space-between">
      <Link
        to="."
        search={searchOfView(view.search)}
        className="views-link"
        aria-current={isChosen || undefined}
        onClick={leave}
      >
        {view.name}
      </Link>
      <ActionIcon
        variant="subtle"
        color="slate"
        size={28}
        aria-label={t('ui.views.delete', { name: view.name })}
        loading={remove.isPending}
        onClick={() => remove.mutate({ params: { id: view.id } }, { onError: toastError })}
      >
        <IconTrash size={15} stroke={1.6} />
      </ActionIcon>
    </Group>
  );
}

/** Saves the current filters; disabled if there are none. */
function SaveForm({ list, search, saved }: { list: string; search: string; saved: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const save = useEndpointMutation(calls.saveView, VIEW_LISTS);
  if (search === '')
    return (
      <Text size="xs" c="dimmed">
        {t('ui.views.hint')}
      </Text>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(
          { body: { list, name: name.trim(), search } },
          {
            onSuccess: (view) => {
              toastSuccess(t('ui.views.saved', { name: view.name }));
              setName('');
              saved();
            },
            onError: toastError,
          },
        );
      }}
    >
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <TextInput
          flex={1}
          size="sm"
          label={t('ui.views.name')}
          maxLength={NAME_MAX}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={save.isPending} disabled={name.trim() === ''}>
          {t('ui.views.save')}
        </Button>
      </Group>
    </form>
  );
}
