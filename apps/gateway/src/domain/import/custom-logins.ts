import type { OptionChange } from '../options/option-change.ts';
import type { ImportRun } from './import-run.ts';
import { issuerOf } from './option-counterparts.ts';
import { flagOf, integerOf, shortTextOf, textOf } from './source-values.ts';

/** A custom login provider of new-api that can become the OpenID provider here. */
export interface CustomLogin {
  issuer: string;
  changes: (OptionChange & { from: string })[];
  /** The users' subjects at the provider, by user id of the source. */
  subjects: ReadonlyMap<number, string>;
}

/**
 * Reads new-api's custom login providers. One that is described by its issuer becomes this site's OpenID
 * provider if it has none yet; accounts at all others are reported.
 */
export async function readCustomLogin(
  run: ImportRun,
  knownIssuer: string,
): Promise<CustomLogin | undefined> {
  const { source, findings } = run;
  const providers = await source.all('custom_oauth_providers');
  const bindings = await source.all('user_oauth_bindings');
  const described = providers.filter(
    (row) => flagOf(row, 'enabled') && issuerOf(textOf(row, 'well_known')) !== '',
  );
  const isCompatible = (issuer: string) => knownIssuer === '' || issuer === knownIssuer;
  const adoptedProvider = described.find((row) =>
    isCompatible(issuerOf(textOf(row, 'well_known'))),
  );
  const isAdopted = (providerId: number) =>
    adoptedProvider !== undefined && integerOf(adoptedProvider, 'id') === providerId;
  const nameOf = (id: number) =>
    textOf(providers.find((row) => integerOf(row, 'id') === id) ?? {}, 'name') || String(id);
  const subjects = new Map<number, string>();
  for (const row of bindings) {
    const [user, provider] = [integerOf(row, 'user_id'), integerOf(row, 'provider_id')];
    if (isAdopted(provider)) subjects.set(user, shortTextOf(row, 'provider_user_id'));
    else findings.add('users', 'user_identity_dropped', user, nameOf(provider));
  }
  if (!adoptedProvider) return undefined;
  const issuer = issuerOf(textOf(adoptedProvider, 'well_known'));
  const options: [key: string, column: string][] = [
    ['OidcClientId', 'client_id'],
    ['OidcClientSecret', 'client_secret'],
    ['OidcName', 'name'],
  ];
  const isNew = knownIssuer === '' && !run.merge;
  return {
    issuer,
    subjects,
    changes: isNew
      ? [
          { from: 'custom_oauth_providers.well_known', key: 'OidcIssuer', value: issuer },
          ...options.map(([key, column]) => ({
            from: `custom_oauth_providers.${column}`,
            key,
            value: textOf(adoptedProvider, column),
          })),
          { from: 'custom_oauth_providers.enabled', key: 'OidcEnabled', value: 'true' },
        ]
      : [],
  };
}
