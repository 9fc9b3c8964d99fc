import { MAX_PROVIDERS } from '#contract/identity/sign-in-methods.ts'
import type { WrittenProvider } from '#contract/identity/sign-in-settings.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import { reasonOf } from './fetch-public.ts'
import { type IdentityEnvironment, changeSignIn, getSignInSettings, readSignIn } from './sign-in-settings.ts'
import { storedProviders } from './sign-in-settings-queries.ts'

type New = WrittenProvider & { id: string }

export function addProvider(ctx: Ctx<Viewer>, { id, clientSecret, ...written }: New, environment: IdentityEnvironment) {
  return changeSignIn(ctx, environment, async (tx) => {
    const known = await storedProviders(tx.db)
    if ([...environment.identity.providers, ...known].some((one) => one.id === id))
      throw invalid('id', 'Another provider has this ID. Choose another.')
    if (known.length >= MAX_PROVIDERS)
      throw new Refusal('not-allowed', { message: `A site can have ${MAX_PROVIDERS} providers. Remove one first.` })
    requirePublic(tx, written.issuer)
    const position = Math.max(0, ...known.map((one) => one.position)) + 1
    await tx.db
      .insertInto('identityProvider')
      .values({ id, ...written, position })
      .execute()
    if (clientSecret) await storeSecret(tx, id, clientSecret)
    await recordAudit(tx, {
      action: 'identity-provider.added',
      target: { kind: 'identity-provider', id, name: written.name },
      after: { ...audited(written), clientSecretSet: Boolean(clientSecret) },
    })
  })
}

type Change = WrittenProvider & { version: number }

export function updateProvider(
  ctx: Ctx<Viewer>,
  id: string,
  { version, clientSecret, ...written }: Change,
  environment: IdentityEnvironment,
) {
  return changeSignIn(ctx, environment, async (tx) => {
    const before = await getProvider(tx, id)
    if (before.version !== version)
      throw new Refusal('version-conflict', { current: await getSignInSettings(tx, environment) })
    requirePublic(tx, written.issuer)
    const isReplaced = clientSecret !== undefined && clientSecret !== ''
    // The secret is never sent to an address that it was not entered for.
    if (before.clientSecret !== null && !isReplaced && written.issuer !== before.issuer)
      throw invalid('clientSecret', 'Enter the client secret again, because the issuer changed.')
    await tx.db
      .updateTable('identityProvider')
      .set({ ...written, version: version + 1 })
      .where('id', '=', id)
      .execute()
    if (isReplaced) await storeSecret(tx, id, clientSecret)
    await recordAudit(tx, {
      action: 'identity-provider.changed',
      target: { kind: 'identity-provider', id, name: written.name },
      before: { ...audited(before), clientSecretSet: before.clientSecret !== null },
      after: {
        ...audited(written),
        clientSecretSet: isReplaced ? clientSecret !== null : before.clientSecret !== null,
        ...(isReplaced && { clientSecretChanged: true }),
      },
    })
  })
}

/** The links of accounts stay, so that adding the provider again with the same ID and issuer restores them. */
export function deleteProvider(ctx: Ctx<Viewer>, id: string, environment: IdentityEnvironment) {
  return changeSignIn(ctx, environment, async (tx) => {
    const before = await getProvider(tx, id)
    await tx.db.deleteFrom('identityProvider').where('id', '=', id).execute()
    const target = { kind: 'identity-provider', id, name: before.name }
    await recordAudit(tx, { action: 'identity-provider.removed', target, before: audited(before) })
  })
}

export function orderProviders(ctx: Ctx<Viewer>, ids: readonly string[], environment: IdentityEnvironment) {
  return changeSignIn(ctx, environment, async (tx) => {
    const before = (await storedProviders(tx.db)).map((one) => one.id)
    // Another admin added or removed one.
    if (before.toSorted().join(' ') !== ids.toSorted().join(' '))
      throw new Refusal('version-conflict', { current: await getSignInSettings(tx, environment) })
    for (const [position, id] of ids.entries())
      await tx.db.updateTable('identityProvider').set({ position }).where('id', '=', id).execute()
    const target = { kind: 'setting', id: 'sign-in' }
    await recordAudit(tx, { action: 'identity-providers.reordered', target, before: { ids: before }, after: { ids } })
  })
}

async function getProvider(tx: Ctx, id: string) {
  const found = (await readSignIn(tx)).providers.find((one) => one.id === id)
  if (!found) throw new Refusal('not-found')
  return found
}

/** Early, so that the form can say it. The address is checked again whenever it is requested. */
function requirePublic({ outbound }: Pick<Ctx, 'outbound'>, issuer: string) {
  const { protocol, search, hash } = new URL(issuer)
  if (protocol !== 'https:' && !outbound.allowPrivate) throw invalid('issuer', 'The issuer must start with https://.')
  if (search || hash) throw invalid('issuer', 'The issuer must be a URL without a query or fragment.')
  try {
    outbound.checkAddress(issuer)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const set = 'Set IDENTITY_PROVIDERS to use a provider on a private network.'
    throw invalid('issuer', `This address can’t be used: ${reasonOf(error)}. ${set}`)
  }
}

function invalid(field: string, message: string) {
  return new Refusal('invalid', { issues: [{ path: ['body', field], message }] })
}

async function storeSecret({ db, vault }: Ctx, id: string, secret: string | null) {
  if (secret === null) return void (await db.deleteFrom('identityProviderSecret').where('id', '=', id).execute())
  const clientSecret = vault.seal(placeOf('identity_provider_secret.client_secret', id), secret)
  await db
    .insertInto('identityProviderSecret')
    .values({ id, clientSecret })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ clientSecret }))
    .execute()
}

function audited({ name, issuer, clientId, scopes, rawNonce, enabled }: Omit<WrittenProvider, 'clientSecret'>) {
  return { name, issuer, clientId, scopes, rawNonce, enabled }
}
