import type { ProviderSettings, SignInSettings } from '#contract/identity/sign-in-settings.ts'
import { type SignInMethod, signInMethods } from '#contract/identity/sign-in-methods.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { isDeepStrictEqual } from 'node:util'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import type { IdentityConfig, ProviderConfig } from '#server/platform/identity-config.ts'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { handlerUrl } from './providers.ts'
import { canAnyAdminSignIn } from './lockout.ts'
import { linkedAccounts, storedProviders } from './sign-in-settings-queries.ts'

/** The configuration, and the names of the variables that set it. */
export type IdentityEnvironment = { identity: IdentityConfig; given: ReadonlySet<string>; canSendMail(): boolean }

export type StoredSignIn = {
  methods: SignInMethod[] | null
  domains: string[]
  version: number
  /** In order, also those that are not enabled. */
  providers: (ProviderConfig & { enabled: boolean; version: number })[]
}

/** For the server only: with the secrets of the providers. */
export async function readSignIn({ db, vault }: { db: Db; vault: Vault }): Promise<StoredSignIn> {
  const [setting, providers] = await Promise.all([
    db.selectFrom('signInSetting').select(['methods', 'authorizedDomains', 'version']).executeTakeFirstOrThrow(),
    storedProviders(db),
  ])
  return {
    // A method that a later release removed is not offered.
    methods: setting.methods && signInMethods.filter((method) => setting.methods?.includes(method)),
    domains: setting.authorizedDomains,
    version: setting.version,
    providers: providers.map((row) => ({
      ...row,
      clientSecret:
        row.clientSecret === null
          ? null
          : vault.open(placeOf('identity_provider_secret.client_secret', row.id), row.clientSecret),
      isPublicOnly: true,
    })),
  }
}

function toConfig(stored: StoredSignIn['providers'][number]): ProviderConfig {
  const { id, name, issuer, clientId, clientSecret, scopes, rawNonce, isPublicOnly } = stored
  return { id, name, issuer, clientId, clientSecret, scopes, rawNonce, isPublicOnly }
}

export type SignInConfig = Pick<IdentityConfig, 'methods' | 'providers' | 'authorizedDomains'>

/** What the environment sets wins. Its providers come first. `previous` are reused, because discovery is cached by provider. */
export function mergeSignIn(
  { identity, given }: Pick<IdentityEnvironment, 'identity' | 'given'>,
  stored: StoredSignIn,
  previous: readonly ProviderConfig[] = [],
): SignInConfig {
  if (identity.service) return identity
  const own = stored.providers
    .filter(({ id, enabled }) => enabled && !identity.providers.some((one) => one.id === id))
    .map(toConfig)
  return {
    methods: given.has('SIGN_IN_METHODS') ? identity.methods : (stored.methods ?? identity.methods),
    providers: [
      ...identity.providers,
      ...own.map((provider) => previous.find((one) => isDeepStrictEqual(one, provider)) ?? provider),
    ],
    authorizedDomains: given.has('AUTHORIZED_DOMAINS')
      ? identity.authorizedDomains
      : [...new Set([...identity.authorizedDomains, ...stored.domains])],
  }
}

/** Without the secrets. */
export async function getSignInSettings(
  ctx: Pick<Ctx, 'db' | 'vault' | 'site'>,
  environment: IdentityEnvironment,
): Promise<SignInSettings> {
  const { identity, given } = environment
  const stored = await readSignIn(ctx)
  const accounts = await linkedAccounts(ctx.db, [...identity.providers, ...stored.providers])
  const present = ({ isPublicOnly, clientSecret, ...provider }: ProviderConfig) => ({
    ...provider,
    clientSecret: { set: clientSecret !== null },
    accounts: accounts.get(provider.id) ?? 0,
    source: isPublicOnly ? ('settings' as const) : ('environment' as const),
  })
  const providers: ProviderSettings[] = [
    ...identity.providers.map((one) => ({ ...present(one), enabled: true, version: 0, overridden: false })),
    ...stored.providers.map((one) => ({
      ...present(toConfig(one)),
      enabled: one.enabled,
      version: one.version,
      overridden: identity.providers.some(({ id }) => id === one.id),
    })),
  ]
  return {
    methods: [...mergeSignIn(environment, stored).methods],
    domains: given.has('AUTHORIZED_DOMAINS') ? [] : stored.domains,
    ownDomains: [...identity.authorizedDomains],
    version: stored.version,
    setBy: {
      methods: given.has('SIGN_IN_METHODS') ? 'SIGN_IN_METHODS' : null,
      domains: given.has('AUTHORIZED_DOMAINS') ? 'AUTHORIZED_DOMAINS' : null,
    },
    providers,
    redirectUrl: handlerUrl(ctx),
    service: identity.service?.url ?? null,
  }
}

type Change = { methods: SignInMethod[]; domains: string[]; version: number }

export function updateSignInSettings(
  ctx: Ctx<Viewer>,
  { version, ...written }: Change,
  environment: IdentityEnvironment,
) {
  return changeSignIn(ctx, environment, async (tx) => {
    const { given, identity } = environment
    const before = await readSignIn(tx)
    if (before.version !== version)
      throw new Refusal('version-conflict', { current: await getSignInSettings(tx, environment) })
    const methods = signInMethods.filter((method) => written.methods.includes(method))
    const domains = [...new Set(written.domains)].filter((domain) => !identity.authorizedDomains.includes(domain))
    const methodsBefore = before.methods ?? [...identity.methods]
    const isSet = { methods: given.has('SIGN_IN_METHODS'), domains: given.has('AUTHORIZED_DOMAINS') }
    if (
      isSet.methods &&
      !isDeepStrictEqual(
        methods,
        signInMethods.filter((one) => identity.methods.includes(one)),
      )
    )
      throw setByEnvironment('SIGN_IN_METHODS')
    if (isSet.domains && domains.length > 0) throw setByEnvironment('AUTHORIZED_DOMAINS')
    await tx.db
      .updateTable('signInSetting')
      .set({
        ...(!isSet.methods && { methods }),
        ...(!isSet.domains && { authorizedDomains: domains }),
        version: version + 1,
      })
      .execute()
    await recordAudit(tx, {
      action: 'sign-in-settings.changed',
      target: { kind: 'setting', id: 'sign-in' },
      before: { methods: methodsBefore, domains: before.domains },
      after: { methods, domains },
    })
  })
}

function setByEnvironment(variable: string) {
  return new Refusal('not-allowed', { message: `${variable} sets this. Change it in the environment of the server.` })
}

/**
 * Changes methods or providers. Changes happen one after another, so that two of them cannot lock out every admin together.
 * Refuses, and so rolls back, a change after which no admin could sign in any more.
 */
export async function changeSignIn(
  ctx: Ctx<Viewer>,
  environment: IdentityEnvironment,
  change: (tx: Ctx<Viewer>) => Promise<void>,
) {
  const { service } = environment.identity
  if (service)
    throw new Refusal('not-allowed', { message: `Accounts are managed by ${service.url}. Change this there.` })
  return inTransaction(ctx, async (tx) => {
    await tx.db.selectFrom('signInSetting').select('id').forUpdate().executeTakeFirstOrThrow()
    const canSignIn = async () =>
      canAnyAdminSignIn(tx, {
        ...mergeSignIn(environment, await readSignIn(tx)),
        canSendMail: environment.canSendMail(),
      })
    const couldBefore = await canSignIn()
    await change(tx)
    if (couldBefore && !(await canSignIn())) throw lockedOut()
    tx.invalidate('sign-in')
    return getSignInSettings(tx, environment)
  })
}

function lockedOut() {
  return new Refusal('admin-restricted-operation', {
    reason: 'lockout',
    message:
      'No admin could sign in after this change. Make sure that an admin has a password, a passkey or a linked provider that stays enabled.',
  })
}
