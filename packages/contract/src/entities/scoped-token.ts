import { z } from 'zod';
import { SCOPES } from '../scopes/scopes.ts';
import { nameText } from './readable-name.ts';

export const SCOPED_TOKEN_NAME_MAX = 60;
export const SCOPED_TOKENS_PER_USER_MAX = 50;
/** Prefix of every scoped token, so that scanners for leaked secrets can recognize it. */
export const SCOPED_TOKEN_PREFIX = 'tgat_';

const scopes = z.array(z.enum(SCOPES));

/** A named access token, without the token itself. */
export const scopedTokenEntity = z.object({
  id: z.number().int(),
  name: z.string(),
  scopes,
  /** Its last four characters. */
  tail: z.string(),
  created_at: z.number().int(),
  /** 0 for never. */
  expires_at: z.number().int(),
  /** 0 and empty before its first use; at most a minute behind. */
  last_used_at: z.number().int(),
  last_used_ip: z.string(),
});
export type ScopedToken = z.output<typeof scopedTokenEntity>;

export const scopedTokenDraft = z.object({
  name: nameText('scoped_token_name')
    .min(1, 'scoped_token_name')
    .max(SCOPED_TOKEN_NAME_MAX, 'scoped_token_name'),
  scopes: scopes.min(1, 'scoped_token_scopes').max(SCOPES.length),
  /** Seconds; 0 for never. */
  expires_at: z.number().int().min(0).max(253_402_300_799).default(0),
});
export type ScopedTokenDraft = z.output<typeof scopedTokenDraft>;
