import type { ClientDriver } from '../client-driver.ts';
import { writeFile } from '../write-file.ts';

/** Settings: docs/reference/configuration.md in its package. */
export const geminiCli: ClientDriver = {
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  binary: 'gemini',
  dialect: 'gemini-generate',
  configure({ home }) {
    writeFile(home, '.gemini/settings.json', {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
    });
  },
  command: ({ gateway, key }, { prompt, model, resumes }) => ({
    args: [
      ...(resumes ? ['--resume', 'latest'] : []),
      '--skip-trust',
      '--approval-mode',
      'yolo',
      '--output-format',
      'json',
      '--model',
      model,
      '--prompt',
      prompt,
    ],
    env: { GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: gateway },
  }),
};
