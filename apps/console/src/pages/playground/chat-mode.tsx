import { Drawer, SegmentedControl } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustments, IconColumns2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import { Composer } from './composer.tsx';
import { ComposerTool } from './composer-tool.tsx';
import { areToolsValid } from './chat-request.ts';
import { parametersOf } from './conversation.ts';
import { Side } from './side.tsx';
import { SidePanel } from './side-panel.tsx';
import type { Chat } from './use-chat.ts';
import type { Models } from '../../ui/hooks/use-models.ts';

/** A chat with one model or two, and its side panel. */
export function ChatMode({
  chat,
  models,
  sides,
  setSides,
  group,
  modes,
}: {
  chat: Chat;
  models: Models;
  /** The model of each side; one or two. */
  sides: readonly string[];
  setSides: (sides: readonly string[]) => void;
  /** The selected group, or ''. */
  group: string;
  modes: ReactNode;
}) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery('(max-width: 1100px)', undefined, {
    getInitialValueInEffect: false,
  });
  const isMobile = useIsMobile();
  const [panel, { open, close }] = useDisclosure(false);
  const [seen, setSeen] = useState(0);
  const shownSide = Math.min(seen, sides.length - 1);
  const busy = chat.current.turns.some(({ sides: all }) =>
    all.some((completions) => completions.some(({ state }) => state === 'streaming')),
  );
  const send = (text: string, images: readonly string[]) =>
    chat.send(
      text,
      images,
      sides.map((model) => ({ model, group })),
    );
  const other = models.names.find((name) => !sides.includes(name)) ?? sides[0] ?? '';
  return (
    <div className="playground">
      <div className="playground-main">
        {isMobile && sides.length > 1 ? (
          <SegmentedControl
            m="xs"
            aria-label={t('playground.model')}
            value={String(shownSide)}
            onChange={(value) => setSeen(Number(value))}
            data={sides.map((name, side) => ({ value: String(side), label: name }))}
          />
        ) : null}
        <div className="playground-sides">
          {sides.map((model, side) =>
            isMobile && side !== shownSide ? null : (
              <Side
                // Sides are identified by position; their models change.
                // oxlint-disable-next-line react/no-array-index-key
                key={`${chat.current.id} ${side}`}
                {...{ chat, side, model, group, models }}
                choose={(next) => setSides(sides.map((name, at) => (at === side ? next : name)))}
                send={(text) => send(text, [])}
                stacked={sides.length > 1}
                close={side === 1 ? () => setSides(sides.slice(0, 1)) : undefined}
              />
            ),
          )}
        </div>
        <Composer
          label={t('playground.ask')}
          button={
            sides.length === 1
              ? t('playground.send')
              : t('playground.sendTo', { count: sides.length })
          }
          modes={modes}
          imagesLabel={t('playground.addPicture')}
          problem={
            sides.every((_, side) => areToolsValid(parametersOf(chat.current, side).tools))
              ? undefined
              : t('playground.tools.invalid')
          }
          disabled={busy || sides[0] === ''}
          send={send}
        >
          {sides.length === 1 ? (
            <ComposerTool
              label={t('playground.compare')}
              icon={IconColumns2}
              run={() => setSides([...sides, other])}
            />
          ) : null}
          {isNarrow ? (
            <ComposerTool
              label={t('playground.parameters.title')}
              icon={IconAdjustments}
              run={open}
            />
          ) : null}
        </Composer>
      </div>
      {isNarrow ? (
        <Drawer
          opened={panel}
          onClose={close}
          position="right"
          title={t('playground.panel')}
          closeButtonProps={{ 'aria-label': t('ui.close') }}
        >
          <SidePanel chat={chat} sides={sides} />
        </Drawer>
      ) : (
        <SidePanel chat={chat} sides={sides} />
      )}
    </div>
  );
}
