import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'

const MAX_COUNT = 1000

/** In order. The secrets are encrypted. */
export function storedProviders(db: Db) {
  return db
    .selectFrom('identityProvider')
    .leftJoin('identityProviderSecret', 'identityProviderSecret.id', 'identityProvider.id')
    .select(['identityProvider.id', 'name', 'issuer', 'clientId', 'scopes', 'rawNonce', 'enabled', 'position'])
    .select(['version', 'clientSecret'])
    .orderBy('position')
    .orderBy('identityProvider.id')
    .execute()
}

/** The number of accounts of each provider. Limited, so that it takes the same time however many there are. */
export async function linkedAccounts(db: Db, providers: readonly { id: string; issuer: string }[]) {
  const { rows } = await sql<{ id: string; accounts: number }>`
    select id, (select count(*) from (
      select from account_provider where provider_id = given.id and issuer in ('', given.issuer) limit ${MAX_COUNT}) linked
    ) as accounts
    from unnest(${providers.map(({ id }) => id)}::text[], ${providers.map(({ issuer }) => issuer)}::text[]) as given (id, issuer)`.execute(
    db,
  )
  return new Map(rows.map(({ id, accounts }) => [id, accounts]))
}
