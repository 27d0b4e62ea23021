import type { ClientDriver } from '../client-driver.ts';
import type { Dialect } from '../dialects.ts';
import { writeFile } from '../write-file.ts';

/** The package for each dialect, and its base path at the gateway. */
const PROVIDERS: Readonly<Record<Dialect, { npm: string; path: string }>> = {
  'openai-chat': { npm: '@ai-sdk/openai-compatible', path: '/v1' },
  'openai-responses': { npm: '@ai-sdk/openai', path: '/v1' },
  'anthropic-messages': { npm: '@ai-sdk/anthropic', path: '/v1' },
  'gemini-generate': { npm: '@ai-sdk/google', path: '/v1beta' },
};

/** Settings: https://opencode.ai/docs/providers */
export function opencode(dialect: Dialect): ClientDriver {
  const { npm, path } = PROVIDERS[dialect];
  return {
    name: `opencode (${npm})`,
    package: 'opencode-ai',
    binary: 'opencode',
    dialect,
    configure({ home, gateway, models }) {
      writeFile(home, '.config/opencode/opencode.json', {
        $schema: 'https://opencode.ai/config.json',
        autoupdate: false,
        share: 'disabled',
        permission: { '*': 'allow' },
        provider: {
          tollgate: {
            npm,
            name: 'Tollgate',
            options: { baseURL: gateway + path, apiKey: '{env:TOLLGATE_API_KEY}' },
            models: Object.fromEntries(
              models.map((model) => [
                model,
                {
                  name: model,
                  reasoning: model !== 'gpt-4o',
                  limit: { context: 200_000, output: 8192 },
                },
              ]),
            ),
          },
        },
      });
    },
    command: ({ key }, { prompt, model, resumes }) => ({
      args: [
        'run',
        ...(resumes ? ['--continue'] : []),
        '--model',
        `tollgate/${model}`,
        '--format',
        'json',
        prompt,
      ],
      env: { TOLLGATE_API_KEY: key, OPENCODE_DISABLE_MODELS_FETCH: '1' },
    }),
  };
}
