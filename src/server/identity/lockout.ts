import { Refusal } from '#contract/errors.ts'
import { lockAdmins } from '#server/people/last-admin.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { IdentityConfig } from '#server/platform/identity-config.ts'

type Offered = Pick<IdentityConfig, 'methods' | 'providers'> & { canSendMail: boolean }

/** Refuses, and so rolls back, a change after which no admin could sign in. Must run in a transaction. */
export async function requireAdminWhoCanSignIn({ db }: Pick<Ctx, 'db'>, { methods, providers, canSendMail }: Offered) {
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
            .where('accountProvider.providerId', 'in', ['', ...providers.map(({ id }) => id)]),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (found) return
  throw new Refusal('admin-restricted-operation', {
    reason: 'lockout',
    message:
      'No admin could sign in after this change. Make sure that an admin has a password, a passkey or a linked provider that stays enabled.',
  })
}
