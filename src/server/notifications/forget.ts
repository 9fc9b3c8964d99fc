import type { Ctx } from '#server/platform/ctx.ts'

/** Nothing more goes to somebody who left, by any way. Inside a transaction. */
export async function forgetDeliveriesTo({ db }: Pick<Ctx, 'db'>, personId: string) {
  await db.deleteFrom('notificationMail').where('personId', '=', personId).execute()
  await db.deleteFrom('pushSubscription').where('personId', '=', personId).execute()
  await db.deleteFrom('unsubscribeLink').where('personId', '=', personId).execute()
  await db.deleteFrom('notificationPreference').where('personId', '=', personId).execute()
}
