import type { LoginProviderId } from '@tollgate/contract';
import type { LoginProvider } from '../login-provider.ts';
import { discord } from './discord.ts';
import { github } from './github.ts';
import { google } from './google.ts';
import { linuxdo } from './linuxdo.ts';
import { oidc } from './oidc.ts';
import { telegram } from './telegram.ts';
import { wechat } from './wechat.ts';

/** All login providers in the contract's table, by id. */
export const loginProviders: Readonly<Record<LoginProviderId, LoginProvider>> = {
  github,
  linuxdo,
  wechat,
  telegram,
  google,
  discord,
  oidc,
};
