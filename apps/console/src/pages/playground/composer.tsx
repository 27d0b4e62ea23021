import { Button, CloseButton, FileButton, Group, Text, Textarea } from '@mantine/core';
import { IconArrowUp, IconPhotoPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useUnsavedInput } from '../../session/unsaved-input.ts';
import { useTranslation } from '../../texts.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import { ComposerTool } from './composer-tool.tsx';
import { readImage } from './read-image.ts';

/** The input for a question: Ctrl+Enter sends it. */
export function Composer({
  starter = '',
  label,
  button,
  send,
  modes,
  disabled,
  imagesLabel,
  problem,
  mayBeEmpty = false,
  children,
}: {
  /** The initial text, to be edited and sent. */
  starter?: string;
  label: string;
  button: string;
  send: (text: string, images: readonly string[]) => void;
  /** The switch between chat, images and audio. */
  modes: ReactNode;
  disabled: boolean;
  /** Label of the button that adds images; undefined if none can be added. */
  imagesLabel?: string | undefined;
  /** Why nothing can be sent now. */
  problem?: string | undefined;
  mayBeEmpty?: boolean;
  /** Fields of the mode. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  const [text, setText] = useState(starter);
  const [images, setImages] = useState<readonly string[]>([]);
  // Not a text that it began with.
  useUnsavedInput(() => (text !== starter && text.trim() !== '') || images.length > 0);
  const isEmpty = !mayBeEmpty && text.trim() === '' && images.length === 0;
  const submit = () => {
    if (disabled || problem !== undefined || isEmpty) return;
    send(text.trim(), images);
    setText('');
    setImages([]);
  };
  const add = async (files: readonly File[]) => {
    for (const file of files) {
      const url = await readImage(file);
      if (url === undefined) toastError(t('playground.pictureUnreadable', { name: file.name }));
      // A second copy would only cost more, and removing one would remove both.
      else setImages((from) => (from.includes(url) ? from : [...from, url]));
    }
  };
  const sender = (
    <Button
      size="sm"
      style={{ flexShrink: 0 }}
      {...(isMobile
        ? { px: 0, 'aria-label': button }
        : { rightSection: <IconArrowUp size={16} /> })}
      onClick={submit}
      disabled={disabled || problem !== undefined}
      title={t('playground.shortcut')}
    >
      {isMobile ? <IconArrowUp size={18} /> : button}
    </Button>
  );
  return (
    <div className="playground-composer">
      <div className="playground-box">
        {images.length > 0 ? (
          <Group gap="xs" mb="xs">
            {images.map((url, index) => (
              <Group key={url} gap={2} align="flex-start">
                <img src={url} alt="" height={56} style={{ borderRadius: 6 }} />
                <CloseButton
                  size="sm"
                  aria-label={t('playground.removePicture', { number: index + 1 })}
                  onClick={() => setImages((from) => from.filter((each) => each !== url))}
                />
              </Group>
            ))}
          </Group>
        ) : null}
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <Textarea
            flex={1}
            aria-label={label}
            placeholder={label}
            variant="unstyled"
            autoFocus={starter !== ''}
            autosize
            minRows={1}
            maxRows={8}
            value={text}
            onChange={({ currentTarget: { value } }) => setText(value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              submit();
            }}
            onPaste={({ clipboardData: { files } }) =>
              imagesLabel !== undefined && void add([...files])
            }
          />
          {isMobile ? sender : null}
        </Group>
        {problem === undefined ? null : (
          <Text size="sm" c="var(--status-bad)" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="space-between" gap="xs" mt={4} wrap="nowrap" align="flex-end">
          <Group gap={isMobile ? 4 : 'xs'} miw={0} wrap={isMobile ? 'nowrap' : 'wrap'}>
            {modes}
            {imagesLabel === undefined ? null : (
              <FileButton accept="image/*" multiple onChange={(files) => void add(files)}>
                {({ onClick }) => (
                  <ComposerTool label={imagesLabel} icon={IconPhotoPlus} run={onClick} />
                )}
              </FileButton>
            )}
            {children}
          </Group>
          {isMobile ? null : sender}
        </Group>
      </div>
    </div>
  );
}
