import { Divider, SegmentedControl, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { JsonEditor } from '../../ui/forms/json-editor.tsx';
import { chatRequest } from './chat-request.ts';
import { parametersOf } from './conversation.ts';
import { HistoryList } from './history-list.tsx';
import { ParameterFields } from './parameter-fields.tsx';
import { requestCode } from './request-code.ts';
import { RequestCode } from './request-code-view.tsx';
import type { Chat } from './use-chat.ts';

const HELLO = { role: 'user', content: 'Hello' };
const EXAMPLE = `[{
  "type": "function",
  "function": {
    "name": "get_weather",
    "parameters": {
      "type": "object",
      "properties": { "city": { "type": "string" } }
    }
  }
}]`;

/** The panel next to the chat: parameters with the call as code, tools, stored conversations. */
export function SidePanel({ chat, sides }: { chat: Chat; sides: readonly string[] }) {
  const { t } = useTranslation();
  const { current } = chat;
  return (
    <aside className="playground-panel" aria-label={t('playground.panel')}>
      <Tabs defaultValue="parameters">
        <Tabs.List mb="sm">
          <Tabs.Tab value="parameters">{t('playground.parameters.title')}</Tabs.Tab>
          <Tabs.Tab value="tools">{t('playground.tools.title')}</Tabs.Tab>
          <Tabs.Tab value="history">{t('playground.history.title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="parameters">
          <Stack gap="sm">
            <ParameterFields conversation={current} sides={sides} change={chat.change} />
            <Divider />
            <ChatCode chat={chat} sides={sides} />
            <Text size="xs" c="dimmed">
              {t('playground.paid')}
            </Text>
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="tools">
          <ToolsField chat={chat} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryList chat={chat} />
        </Tabs.Panel>
      </Tabs>
    </aside>
  );
}

/** The last call of a side as code, with its tool results. */
function ChatCode({ chat: { current }, sides }: { chat: Chat; sides: readonly string[] }) {
  const { t } = useTranslation();
  const [chosen, choose] = useState(0);
  const side = Math.min(chosen, sides.length - 1);
  const last = current.turns.at(-1);
  const steps = Math.max(0, (last?.sides[side]?.length ?? 0) - 1);
  const request = chatRequest(current, {
    model: sides[side] ?? '',
    side,
    turnId: last?.id ?? '',
    steps,
  });
  const body = last ? request : { ...request, messages: [...request.messages, HELLO] };
  return (
    <>
      {sides.length > 1 ? (
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t('playground.codeOf')}
          value={String(side)}
          onChange={(next) => choose(Number(next))}
          data={sides.map((label, at) => ({ value: String(at), label }))}
        />
      ) : null}
      <RequestCode samplesWith={(filled) => requestCode(body, filled)} />
    </>
  );
}

function ToolsField({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const { current, change } = chat;
  const [first, second] = current.parameters;
  return (
    <Stack gap="xs">
      <JsonEditor
        label={t('playground.tools.title')}
        description={t('playground.tools.hint')}
        value={parametersOf(current, 0).tools}
        placeholder={EXAMPLE}
        minRows={8}
        onChange={({ currentTarget: { value: tools } }) =>
          change({
            parameters: [
              { ...first, tools },
              { ...second, tools },
            ],
          })
        }
      />
      <Text size="xs" c="dimmed">
        {t('playground.tools.played')}
      </Text>
    </Stack>
  );
}
