import { Button, CloseButton, FileButton, Group, Textarea } from '@mantine/core';
import { IconArrowUp, IconPhotoPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { readPicture } from './read-picture.ts';

/** Where a question is written: Ctrl+Enter sends it. */
export function Composer({
  label,
  button,
  send,
  modes,
  disabled,
  withPictures = false,
  mayBeEmpty = false,
  children,
}: {
  label: string;
  button: string;
  send: (text: string, pictures: readonly string[]) => void;
  /** The switch between chat, pictures and sound. */
  modes: ReactNode;
  disabled: boolean;
  withPictures?: boolean;
  mayBeEmpty?: boolean;
  /** Fields of a mode. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [pictures, setPictures] = useState<readonly string[]>([]);
  const isEmpty = !mayBeEmpty && text.trim() === '' && pictures.length === 0;
  const submit = () => {
    if (disabled || isEmpty) return;
    send(text.trim(), pictures);
    setText('');
    setPictures([]);
  };
  const add = async (files: readonly File[]) => {
    for (const file of files) {
      const url = await readPicture(file);
      if (url === undefined) toastError(t('playground.pictureUnreadable', { name: file.name }));
      else setPictures((from) => [...from, url]);
    }
  };
  return (
    <div className="playground-composer">
      <div className="playground-box">
        {pictures.length > 0 ? (
          <Group gap="xs" mb="xs">
            {pictures.map((url, index) => (
              <Group key={url} gap={2} align="flex-start">
                <img src={url} alt="" height={56} style={{ borderRadius: 6 }} />
                <CloseButton
                  size="sm"
                  aria-label={t('playground.removePicture', { number: index + 1 })}
                  onClick={() => setPictures((from) => from.filter((each) => each !== url))}
                />
              </Group>
            ))}
          </Group>
        ) : null}
        <Textarea
          aria-label={label}
          placeholder={label}
          variant="unstyled"
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
          onPaste={({ clipboardData: { files } }) => withPictures && void add([...files])}
        />
        <Group justify="space-between" gap="xs" mt={4}>
          <Group gap="xs">
            {modes}
            {withPictures ? (
              <FileButton accept="image/*" multiple onChange={(files) => void add(files)}>
                {(props) => (
                  <Button
                    {...props}
                    size="xs"
                    variant="subtle"
                    leftSection={<IconPhotoPlus size={16} />}
                  >
                    {t('playground.addPicture')}
                  </Button>
                )}
              </FileButton>
            ) : null}
            {children}
          </Group>
          <Button
            size="sm"
            rightSection={<IconArrowUp size={16} />}
            onClick={submit}
            disabled={disabled}
            title={t('playground.shortcut')}
          >
            {button}
          </Button>
        </Group>
      </div>
    </div>
  );
}
