import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientDriver } from '../client-driver.ts';

const PROVIDER = 'openai-compatible';
const ENV = { CLINE_SESSION_BACKEND_MODE: 'local' };

/**
 * Settings: https://docs.cline.bot/cline-cli. Its command line can only start sessions; they are resumed in
 * its terminal interface or, as here, as an editor's agent (ACP).
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

/** Returns the id of the newest session: ids are start times. */
function newestSession(home: string): string {
  return readdirSync(join(home, '.cline/data/sessions')).toSorted().at(-1) ?? '';
}
