import type { Rule } from './rule.ts';

const FOLDERS = ['work', 'farm', 'tmp', 'Users'];
const HOSTS = ['registry.npmjs', 'registry.yarnpkg', 'deb.debian', 'files.pythonhosted'];
const PATH = new RegExp(`(?:^|[^A-Za-z0-9_.}-])/(?:${FOLDERS.join('|')})/[A-Za-z0-9_.-]`);
// Assembled here, so that this file is not reported itself.
const HOST = new RegExp(`\\b(?:${HOSTS.map((host) => host.replace('.', '\\.')).join('|')})\\.`);

export const machinePath: Rule = {
  name: 'no file names a path of somebody’s machine or the host of a registry',
  check({ lines }) {
    return lines.flatMap((text, index) => {
      const match = PATH.exec(text)?.[0] ?? HOST.exec(text)?.[0];
      return match === undefined ? [] : [{ line: index + 1, message: `names ${match.trim()}` }];
    });
  },
};
