import type { PersonCard } from '#contract/people.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { beginningWith } from '#server/platform/like-pattern.ts'
import { presentCard } from './present.ts'
import { peopleBeginning, peopleByIds } from './queries.ts'

const MOST_FOUND = 10

type Asks = Pick<Ctx, 'db' | 'site'>

/** The cards of these people, in the order of the ids, whether or not the site still shows them. */
export async function cardsOf(ctx: Asks, ids: string[]): Promise<PersonCard[]> {
  return cardsWhere(ctx, ids, () => true)
}

/** The same, without those who are hidden: nobody new can be made of them. */
export async function shownCardsOf(ctx: Asks, ids: string[]): Promise<PersonCard[]> {
  return cardsWhere(ctx, ids, ({ disabledAt }) => disabledAt === null)
}

type Row = Awaited<ReturnType<typeof peopleByIds>>[number]

async function cardsWhere({ db, site }: Asks, ids: string[], wanted: (row: Row) => boolean) {
  if (ids.length === 0) return []
  const rows = new Map((await peopleByIds(db, ids)).filter(wanted).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? presentCard(site.base, row) : []
  })
}

/** People to choose from, those who write most first. */
export async function findPeople({ db, site }: Asks, q: string): Promise<PersonCard[]> {
  // A handle is often typed as it is written elsewhere, with its sign.
  const begins = beginningWith(q.toLowerCase().replace(/^@/, ''))
  return (await peopleBeginning(db, begins, MOST_FOUND)).map((row) => presentCard(site.base, row))
}
