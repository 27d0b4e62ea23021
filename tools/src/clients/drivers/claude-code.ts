import type { ClientDriver } from '../client-driver.ts';

/** Settings: https://code.claude.com/docs/en/llm-gateway */
export const claudeCode: ClientDriver = {
  name: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  binary: 'claude',
  dialect: 'anthropic-messages',
  command: ({ gateway, key }, { prompt, model, resumes }) => ({
    args: [
      ...(resumes ? ['--continue'] : []),
      '--model',
      model,
      '--output-format',
      'stream-json',
      '--verbose',
      '--allowedTools',
      'Read,Edit,Bash',
      '--permission-mode',
      'acceptEdits',
      '--print',
      prompt,
    ],
    env: {
      ANTHROPIC_BASE_URL: gateway,
      ANTHROPIC_AUTH_TOKEN: key,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  }),
};
