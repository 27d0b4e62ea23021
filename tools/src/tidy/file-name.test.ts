import { expect, test } from 'vitest';
import { fileName } from './file-name.ts';
import { findIn } from './testing/find-in.ts';

test.each(['a/Users.ts', 'a/user_list.ts', 'a/userList.test.ts', 'a/Pages/page.tsx'])(
  '%s is not kebab-case',
  (path) => {
    expect(findIn(fileName, path, '')).toEqual([expect.stringContaining('is not kebab-case')]);
  },
);

test.each(['a/utils/b.ts', 'a/string-utils.ts', 'a/helpers.test.ts', 'a/user-manager.ts'])(
  '%s is meaningless',
  (path) => {
    expect(findIn(fileName, path, '')).toEqual([expect.stringContaining('says nothing')]);
  },
);

test.each(['a/charge.ts', 'a/0001-usage.ts', 'a/charge.test.ts', 'vite.config.ts', 'a/codec.d.ts'])(
  '%s is fine',
  (path) => {
    expect(findIn(fileName, path, '')).toEqual([]);
  },
);
