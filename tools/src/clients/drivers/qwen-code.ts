import type { ClientDriver } from '../client-driver.ts';
import { writeFile } from '../write-file.ts';

/** Settings: https://qwenlm.github.io/qwen-code-docs */
export const qwenCode: ClientDriver = {
  name: 'qwen-code',
  package: '@qwen-code/qwen-code',
  binary: 'qwen',
  dialect: 'openai-chat',
  configure({ home }) {
    writeFile(home, '.qwen/settings.json', {
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
      security: { auth: { selectedType: 'openai' } },
    });
  },
  command: ({ gateway, key }, { prompt, model, resumes }) => ({
    args: [
      ...(resumes ? ['--continue'] : []),
      '--auth-type',
      'openai',
      '--approval-mode',
      'yolo',
      '--output-format',
      'stream-json',
      '--model',
      model,
      '--prompt',
      prompt,
    ],
    env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${gateway}/v1`, OPENAI_MODEL: model },
  }),
};
