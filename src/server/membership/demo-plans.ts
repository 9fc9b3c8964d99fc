import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'

const benefits = ['Every members’ story', 'Your membership supports the creators you read', 'Cancel at any time']

/** The plans of a site with demo content. */
export async function addDemoPlans({ db, now, invalidate }: Ctx) {
  const shared = { currency: 'usd', createdAt: now() }
  await db
    .insertInto('plan')
    .values([
      {
        id: newId(),
        name: 'Monthly',
        description: 'For readers who want to try it out.',
        period: 'month',
        price: 500,
        trialDays: 7,
        benefits,
        position: 0,
        ...shared,
      },
      {
        id: newId(),
        name: 'Yearly',
        description: 'Two months for free.',
        period: 'year',
        price: 5000,
        benefits,
        position: 1,
        ...shared,
      },
      {
        id: newId(),
        name: 'Group',
        description: 'For teams, families and book clubs.',
        period: 'year',
        price: 15_000,
        benefits: [...benefits, 'Five seats, yours included'],
        seats: 5,
        position: 2,
        ...shared,
      },
    ])
    .execute()
  invalidate('plans')
}
