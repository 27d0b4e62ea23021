import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientDriver } from '../client-driver.ts';

const PROVIDER = 'openai-compatible';
const ENV = { CLINE_SESSION_BACKEND_MODE: 'local' };

/**
 * Settings: https://docs.cline.bot/cline-cli. Its command line begins sessions; it goes on with one
 * in its terminal interface, or as an agent of an editor (ACP), which is how it is resumed here.
 */
export const cline: ClientDriver = {
  name: 'cline',
  package: 'cline',
  binary: 'cline',
  dialect: 'openai-chat',
  signIn: ({ gateway, key }, model) => ({
    args: [
      'auth',
      '--provider',
      PROVIDER,
      '--baseurl',
      `${gateway}/v1`,
      '--apikey',
      key,
      '--modelid',
      model,
    ],
  }),
  command: ({ home, folder, key }, { prompt, model, resumes }) =>
    resumes
      ? {
          overAcp: { session: newestSession(home), model, prompt },
          args: ['--acp', '--auto-approve', 'true'],
          env: { ...ENV, CLINE_PROVIDER: PROVIDER, CLINE_API_KEY: key },
        }
      : {
          args: ['--json', '--cwd', folder, '--provider', PROVIDER, '--model', model, prompt],
          env: ENV,
        },
};

/** The id of the newest session: they are named after the time of their beginning. */
function newestSession(home: string): string {
  return readdirSync(join(home, '.cline/data/sessions')).toSorted().at(-1) ?? '';
}
