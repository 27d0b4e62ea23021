import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { readStoredUser } from '../../session/session.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { IconMessageChatbot } from '@tabler/icons-react';
import { ChatMode } from './chat-mode.tsx';
import { MediaMode } from './media-mode.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { guessModel } from './guess-model.ts';
import { playgroundQuery } from './query.ts';
import { useChat } from './use-chat.ts';
import { useModels } from '../../ui/hooks/use-models.ts';
import './playground.css';

/** Tries models: chat, pictures, speech and transcripts, by the session of the user. */
export function PlaygroundPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useUrlState(playgroundQuery);
  const models = useModels();
  const chat = useChat(readStoredUser()?.id ?? 0);
  const { tab } = query;
  const model = query.model || guessModel(models.names, tab);
  const modes = (
    <ModeSwitch tab={tab} choose={(next) => setQuery({ tab: next, model: '', compare: '' })} />
  );
  if (!models.isLoading && models.names.length === 0)
    return (
      <EmptyState
        icon={IconMessageChatbot}
        title={t('playground.noModels.title')}
        text={t('playground.noModels.text')}
      />
    );
  return (
    <>
      <VisuallyHidden component="h1">{t('shell.pages.playground')}</VisuallyHidden>
      {tab === 'chat' ? (
        <ChatMode
          {...{ chat, models, modes }}
          sides={query.compare === '' ? [model] : [model, query.compare]}
          setSides={([first = '', second = '']) => setQuery({ model: first, compare: second })}
        />
      ) : (
        <MediaMode
          key={tab}
          kind={tab}
          {...{ models, model, modes }}
          choose={(next) => setQuery({ model: next })}
        />
      )}
    </>
  );
}
