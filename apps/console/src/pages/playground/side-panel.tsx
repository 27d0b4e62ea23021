import { Divider, Stack, Tabs, Text } from '@mantine/core';
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

/** Beside the talk: parameters with the call as code, tools, kept conversations. */
export function SidePanel({ chat, sides }: { chat: Chat; sides: readonly string[] }) {
  const { t } = useTranslation();
  const { current } = chat;
  const last = current.turns.at(-1);
  const request = { model: sides[0] ?? '', side: 0, turnId: last?.id ?? '', steps: 0 };
  const asked = chatRequest(current, request);
  const body = last ? asked : { ...asked, messages: [...asked.messages, HELLO] };
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
            <RequestCode samplesWith={(filled) => requestCode(body, filled)} />
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
