import { lockAdmins } from '#server/people/last-admin.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { IdentityConfig } from '#server/platform/identity-config.ts'
import { issuersOf } from './find-accounts.ts'

type Offered = Pick<IdentityConfig, 'methods' | 'providers'> & { canSendMail: boolean }

/** Locks the admins. Must run in a transaction. */
export async function canAnyAdminSignIn({ db }: Pick<Ctx, 'db'>, { methods, providers, canSendMail }: Offered) {
  // A verified email can sign in by link, or reset the password.
  const byMail = canSendMail && (methods.includes('email-link') || methods.includes('password'))
  const admins = await lockAdmins(db)
  const found = await db
    .selectFrom('person')
    .innerJoin('account', 'account.uid', 'person.uid')
    .select('person.id')
    .where('person.id', 'in', admins.length > 0 ? admins : [''])
    .where('account.disabledAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb.lit(methods.includes('password')), eb('account.passwordHash', 'is not', null)]),
        eb.and([eb.lit(byMail), eb('account.email', 'is not', null), eb('account.emailVerified', '=', true)]),
        eb.and([
          eb.lit(methods.includes('passkey')),
          eb.exists(eb.selectFrom('passkey').select('passkey.uid').whereRef('passkey.uid', '=', 'account.uid')),
        ]),
        eb.exists(
          eb
            .selectFrom('accountProvider')
            .select('accountProvider.uid')
            .whereRef('accountProvider.uid', '=', 'account.uid')
            .where((link) =>
              link.or(
                providers.map((provider) =>
                  link.and([
                    link('accountProvider.providerId', '=', provider.id),
                    link('accountProvider.issuer', 'in', issuersOf(provider)),
                  ]),
                ),
              ),
            ),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
