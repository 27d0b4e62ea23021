import { Group, Text, Title } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { useStatus } from '../../status.ts';
import { EnterButton } from './enter-button.tsx';

const STEPS = ['account', 'key', 'address'] as const;
const CLIENTS = [
  'Claude Code',
  'Codex',
  'Gemini CLI',
  'Cursor',
  'Cline',
  'Cherry Studio',
  'Chatbox',
  'LangChain',
];

/** The three steps to a first call. */
export function FirstCall() {
  const { t } = useTranslation();
  const canRegister = useStatus().data?.register ?? false;
  return (
    <section className="home-steps">
      <Group justify="space-between" mb="md">
        <Title order={2} fz={20}>
          {t('home.steps.title')}
        </Title>
        <EnterButton />
      </Group>
      <ol>
        {STEPS.map((step, index) => (
          <li key={step}>
            <span className="home-number" aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <Text fw={600}>
                {t(
                  step === 'account' && !canRegister
                    ? 'home.steps.login.title'
                    : `home.steps.${step}.title`,
                )}
              </Text>
              <Text size="sm" c="dimmed">
                {t(
                  step === 'account' && !canRegister
                    ? 'home.steps.login.text'
                    : `home.steps.${step}.text`,
                )}
              </Text>
            </div>
          </li>
        ))}
      </ol>
      <Group gap="xs" pt="md" className="home-clients">
        <Text size="sm" c="dimmed">
          {t('home.worksWith')}
        </Text>
        {CLIENTS.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </Group>
    </section>
  );
}
