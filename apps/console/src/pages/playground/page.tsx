import { VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { isAdmin, readStoredUser } from '../../session/session.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { IconMessageChatbot } from '@tabler/icons-react';
import { useStatus } from '../../status.ts';
import { pages } from '../index.ts';
import { ChatMode } from './chat-mode.tsx';
import { DRAWING_MODELS } from './drawing-calls.ts';
import { DrawingPane } from './drawing-pane.tsx';
import { GroupChoice } from './group-choice.tsx';
import { MediaMode } from './media-mode.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { guessModel } from './guess-model.ts';
import { PLAYGROUND_TABS, playgroundQuery, type PlaygroundTab } from './query.ts';
import { useChat } from './use-chat.ts';
import { useMedia } from './use-media.ts';
import { type Models, useModels } from '../../ui/hooks/use-models.ts';
import './playground.css';

/** Tries models: chat, images, speech, transcripts and image tasks, with the user's session. */
export function PlaygroundPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useUrlState(playgroundQuery);
  const { group } = query;
  const models = useModels(group);
  const user = readStoredUser();
  const userId = user?.id ?? 0;
  const navigate = useNavigate();
  const chat = useChat(userId);
  const media = useMedia(userId);
  const tabs = useTabs(models);
  const tab = tabs.includes(query.tab) ? query.tab : 'chat';
  const model = query.model || guessModel(models.names, tab);
  const modes = (
    <>
      <ModeSwitch
        tab={tab}
        tabs={tabs}
        choose={(next) => setQuery({ tab: next, model: '', compare: '' })}
      />
      <GroupChoice
        groups={models.groups}
        group={group}
        choose={(next) => setQuery({ group: next, model: '', compare: '' })}
      />
    </>
  );
  const isEmpty = !models.isLoading && models.names.length === 0 && group === '';
  return (
    <>
      {isEmpty ? (
        <PageHeader title={t('shell.pages.playground')} />
      ) : (
        // The tools fill the page; the navigation already shows its name.
        <VisuallyHidden component="h1">{t('shell.pages.playground')}</VisuallyHidden>
      )}
      {isEmpty && models.error ? (
        <ErrorState error={models.error} retry={models.refetch} />
      ) : isEmpty ? (
        <EmptyState
          icon={IconMessageChatbot}
          title={t('playground.noModels.title')}
          {...(isAdmin(user)
            ? {
                text: t('playground.noModels.operator'),
                action: {
                  label: t('playground.noModels.add'),
                  run: () => void navigate({ to: pages.channelAdd.path }),
                },
              }
            : { text: t('playground.noModels.text') })}
        />
      ) : tab === 'chat' ? (
        <ChatMode
          {...{ chat, models, group, modes }}
          sides={query.compare === '' ? [model] : [model, query.compare]}
          setSides={([first = '', second = '']) => setQuery({ model: first, compare: second })}
        />
      ) : tab === 'drawing' ? (
        <DrawingPane {...{ models, group, modes }} />
      ) : (
        <MediaMode
          key={tab}
          kind={tab}
          {...{ media, models, model, group, modes }}
          choose={(next) => setQuery({ model: next })}
        />
      )}
    </>
  );
}

/** Returns the tabs that this site offers: image tasks only if enabled and served by a channel. */
function useTabs({ names }: Models): readonly PlaygroundTab[] {
  const { data } = useStatus();
  const draws = data?.enable_drawing === true && names.includes(DRAWING_MODELS.IMAGINE);
  return draws ? PLAYGROUND_TABS : PLAYGROUND_TABS.filter((each) => each !== 'drawing');
}
