import type { Family } from '../../src/domain/import/source-family.ts';
import type { ForeignRow } from './foreign-shop.ts';

/** Options that fit, that don't fit, that require others, and unknown ones. */
export function foreignOptions(family: Family): ForeignRow[] {
  const values: Record<string, string> = {
    SystemName: 'Old shop 老店',
    QuotaPerUnit: '500000',
    RetryTimes: '3',
    QuotaForNewUser: 'many',
    SMTPServer: 'mail.example.com',
    SMTPToken: 'mail-secret',
    GitHubOAuthEnabled: 'true',
    Theme: 'berry',
    ...(family === 'one-hub'
      ? { PaymentUSDRate: '7.1' }
      : {
          ModelRatio: '{"gpt-priced":1.25,"claude-priced":1.5,"odd-priced":"0.375","wild-1":0.5}',
          CompletionRatio:
            '{"gpt-priced":4,"claude-priced":5,"odd-priced":1.3333333333333333,"wild-1":2}',
          GroupRatio: '{"default":1,"vip":0.8,"svip":0.5}',
        }),
    ...(family === 'new-api'
      ? {
          ModelPrice: '{"call-priced":0.04}',
          CacheRatio: '{"gpt-priced":0.5}',
          AutoGroups: '["vip"]',
          GroupGroupRatio: '{"vip":{"default":0.9}}',
        }
      : {}),
  };
  return Object.entries(values).map(([key, value]) => ({ key, value }));
}
