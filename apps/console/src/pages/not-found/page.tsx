import { Button, Code } from '@mantine/core';
import { IconArrowLeft, IconHome, IconMapQuestion } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { MessagePage } from '../../ui/layout/message-page.tsx';
import { pages } from '../index.ts';

/** Shown for any unknown path. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <MessagePage
      icon={IconMapQuestion}
      title={t('shell.notFound.title')}
      text={t('shell.notFound.text')}
      details={
        <Code maw="100%" style={{ overflowWrap: 'anywhere' }}>
          404 {pathname}
        </Code>
      }
    >
      <Button component={Link} to={pages.home.path} leftSection={<IconHome size={16} />}>
        {t('shell.notFound.home')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={16} />}
        onClick={() => history.back()}
      >
        {t('shell.notFound.back')}
      </Button>
    </MessagePage>
  );
}
