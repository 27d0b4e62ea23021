import { Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import type { StoredBody } from '@tollgate/contract';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadFile } from '../../../api/download-file.ts';
import { useTranslation } from '../../../texts.tsx';
import { CodeBlock } from '../../../ui/content/code-block.tsx';
import { copyText } from '../../../ui/display/copy.tsx';
import { DownloadButton } from '../../../ui/display/download-button.tsx';
import { PlainWords } from './plain-words.tsx';
import type { ReadMessage } from './read-messages.ts';
import { formatNumber } from '../../../ui/format/format-number.ts';

/** Longer bodies have no syntax highlighting, which would take seconds. */
const COLOURED_MAX = 20_000;

/** One body of a stored call: its messages, if they can be parsed, and the body itself. */
export function BodyView({
  title,
  body,
  messages,
  fileName,
}: {
  title: string;
  body: StoredBody;
  messages: readonly ReadMessage[];
  fileName: string;
}) {
  const { t } = useTranslation();
  const [view, setView] = useState(messages.length > 0 ? 'words' : 'raw');
  return (
    <Stack gap="xs" component="section">
      <Group justify="space-between" gap="xs">
        <Title order={4} size="sm">
          {title}
        </Title>
        {messages.length > 0 ? (
          <SegmentedControl
            size="xs"
            aria-label={title}
            value={view}
            onChange={setView}
            data={['words', 'raw'].map((value) => ({ value, label: t(`logs.payload.${value}`) }))}
          />
        ) : null}
      </Group>
      <BodyNotes body={body} />
      {view === 'words' ? <Words messages={messages} /> : <Raw title={title} body={body} />}
      {body.text === '' ? null : (
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconCopy size={16} />}
            onClick={() => void copyText(body.text, t('logs.payload.copied'))}
          >
            {t('logs.payload.copy')}
          </Button>
          <DownloadButton
            label={t('logs.payload.download')}
            download={async () =>
              downloadFile(new Blob([body.text], { type: 'text/plain' }), fileName)
            }
          />
        </Group>
      )}
    </Stack>
  );
}

/** The body's size, and what is missing from it. */
function BodyNotes({
  body: { bytes, cut, left_out: leftOut, hidden, text, type },
}: {
  body: StoredBody;
}) {
  const { t } = useTranslation();
  const notes = [
    t('logs.payload.size', { bytes: formatNumber(bytes), type }),
    ...(cut ? [t('logs.payload.cut')] : []),
    ...(leftOut > 0 ? [t('logs.payload.leftOut', { characters: formatNumber(leftOut) })] : []),
    ...(hidden > 0 ? [t('logs.payload.hidden', { count: hidden })] : []),
    ...(text === '' && bytes > 0 ? [t('logs.payload.noText')] : []),
  ];
  return (
    <Text size="xs" c="dimmed">
      {notes.join(' · ')}
    </Text>
  );
}

function Words({ messages }: { messages: readonly ReadMessage[] }) {
  return (
    <Stack gap="xs">
      {messages.map(({ role, text }, index) => (
        <div key={index}>
          <Text size="xs" fw={600} c="dimmed">
            {role}
          </Text>
          <PlainWords label={role} text={text} />
        </div>
      ))}
    </Stack>
  );
}

function Raw({ title, body: { text } }: { title: string; body: StoredBody }) {
  if (text === '') return null;
  const pretty = prettyJson(text);
  if (pretty !== undefined && pretty.length <= COLOURED_MAX)
    return <CodeBlock code={pretty} language="json" label={title} />;
  return (
    // Scrolls, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className="code-block" tabIndex={0} role="region" aria-label={title}>
      <code>{pretty ?? text}</code>
    </pre>
  );
}

/** Formats JSON; undefined if it is not JSON, such as a stream or a truncated body. */
function prettyJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return undefined;
  }
}
