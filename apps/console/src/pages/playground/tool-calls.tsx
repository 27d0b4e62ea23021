import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { CodeBlock } from '../../ui/content/code-block.tsx';
import type { ToolCall } from './conversation.ts';

/** The tool calls requested by a model, with fields for their results. */
export function ToolCalls({
  toolCalls,
  give,
}: {
  toolCalls: readonly ToolCall[];
  /** Sends the results; undefined while that is not possible. */
  give: ((results: Record<string, string>) => void) | undefined;
}) {
  const { t } = useTranslation();
  const [results, setResults] = useState<Record<string, string>>({});
  const isOpen = toolCalls.some(({ result }) => result === undefined);
  return (
    <Stack gap="xs" mb="xs">
      {toolCalls.map((call) => (
        <div key={call.id}>
          <Text size="sm" mb={4}>
            {t('playground.tools.called')} <code className="mono">{call.name}</code>
          </Text>
          <CodeBlock code={pretty(call.arguments)} language="json" label={call.name} />
          {call.result !== undefined || give === undefined ? (
            call.result === undefined ? null : (
              <Text size="sm" mt={4} style={{ whiteSpace: 'pre-wrap' }}>
                {t('playground.tools.result')}: {call.result}
              </Text>
            )
          ) : (
            <Textarea
              mt={6}
              autosize
              minRows={2}
              maxRows={8}
              label={t('playground.tools.resultOf', { name: call.name })}
              value={results[call.id] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setResults((from) => ({ ...from, [call.id]: value }))
              }
            />
          )}
        </div>
      ))}
      {isOpen && give ? (
        <Button size="xs" w="fit-content" onClick={() => give(results)}>
          {t('playground.tools.send')}
        </Button>
      ) : null}
    </Stack>
  );
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
