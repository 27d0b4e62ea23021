import type { ClientDriver } from '../client-driver.ts';
import { writeFile } from '../write-file.ts';

/** Settings: https://developers.openai.com/codex/config-reference */
export const codex: ClientDriver = {
  name: 'Codex',
  package: '@openai/codex',
  binary: 'codex',
  dialect: 'openai-responses',
  configure({ home, gateway }) {
    const lines = [
      'model_provider = "tollgate"',
      'check_for_update_on_startup = false',
      '',
      '[model_providers.tollgate]',
      'name = "Tollgate"',
      `base_url = "${gateway}/v1"`,
      'env_key = "TOLLGATE_API_KEY"',
      'wire_api = "responses"',
      '',
      '[analytics]',
      'enabled = false',
      '',
    ];
    writeFile(home, '.codex/config.toml', lines.join('\n'));
  },
  command: ({ key }, { prompt, model, resumes }) => ({
    args: [
      'exec',
      ...(resumes ? ['resume', '--last'] : []),
      '--json',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      '--model',
      model,
      prompt,
    ],
    env: { TOLLGATE_API_KEY: key },
  }),
};
