import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientDriver } from '../client-driver.ts';

/** Settings: https://docs.cline.bot/cline-cli */
export const cline: ClientDriver = {
  name: 'cline',
  package: 'cline',
  binary: 'cline',
  dialect: 'openai-chat',
  // With --id it opens its terminal interface.
  resumes: false,
  signIn: ({ gateway, key }, model) => ({
    args: [
      'auth',
      '--provider',
      'openai-compatible',
      '--baseurl',
      `${gateway}/v1`,
      '--apikey',
      key,
      '--modelid',
      model,
    ],
  }),
  command: ({ home, folder }, { prompt, model, resumes }) => ({
    args: [
      ...(resumes ? ['--id', newestSession(home)] : []),
      '--json',
      '--cwd',
      folder,
      '--provider',
      'openai-compatible',
      '--model',
      model,
      prompt,
    ],
    env: { CLINE_SESSION_BACKEND_MODE: 'local' },
  }),
};

/** The id of the newest session: the CLI has no "continue the last" but in its terminal interface. */
function newestSession(home: string): string {
  return readdirSync(join(home, '.cline/data/sessions')).toSorted().at(-1) ?? '';
}
