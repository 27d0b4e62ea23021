import type { ClientDriver } from '../client-driver.ts';
import type { Dialect } from '../dialects.ts';
import { writeFile } from '../write-file.ts';

/** pi's name for each dialect, and its base path at the gateway. */
const APIS: Readonly<Record<Dialect, { api: string; path: string }>> = {
  'openai-chat': { api: 'openai-completions', path: '/v1' },
  'openai-responses': { api: 'openai-responses', path: '/v1' },
  'anthropic-messages': { api: 'anthropic-messages', path: '' },
  'gemini-generate': { api: 'google-generative-ai', path: '/v1beta' },
};

/** Settings: docs/models.md in its package. */
export function pi(dialect: Dialect): ClientDriver {
  const { api, path } = APIS[dialect];
  return {
    name: `pi (${api})`,
    package: '@mariozechner/pi-coding-agent',
    binary: 'pi',
    dialect,
    configure({ home, gateway, models }) {
      writeFile(home, '.pi/agent/models.json', {
        providers: {
          tollgate: {
            baseUrl: gateway + path,
            api,
            apiKey: 'TOLLGATE_API_KEY',
            models: models.map((id) => ({ id, reasoning: id !== 'gpt-4o', maxTokens: 8192 })),
          },
        },
      });
    },
    command: ({ key }, { prompt, model, resumes }) => ({
      args: [
        ...(resumes ? ['--continue'] : []),
        '--offline',
        '--provider',
        'tollgate',
        '--model',
        model,
        '--mode',
        'json',
        '--print',
        prompt,
      ],
      env: { TOLLGATE_API_KEY: key, PI_OFFLINE: '1' },
    }),
  };
}
