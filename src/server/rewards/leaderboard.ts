import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '#contract/constants.ts'
import { shownCardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { dayOf } from '#server/platform/days.ts'

const DAYS = 30
const SHOWN = 50
/** More than are shown, because some of them leave before the ranks are computed again. */
const RANKED = 200
const REFRESH_MS = 5 * MINUTE_MS

type Rank = { personId: string; earned: number }

/** The ranks are computed at most every five minutes. People who left since are left out at once. */
export function createLeaderboard() {
  let ranks: Promise<Rank[]> | null = null
  let computedAt = 0

  function getRanks(ctx: Ctx) {
    const at = ctx.now().getTime()
    if (ranks && at - computedAt < REFRESH_MS) return ranks
    computedAt = at
    ranks = computeRanks(ctx)
    ranks.catch(() => (ranks = null))
    return ranks
  }

  return async (ctx: Ctx) => {
    const ranked = await getRanks(ctx)
    const listed = await onlyListed(ctx, ranked)
    const cards = new Map(
      (
        await shownCardsOf(
          ctx,
          listed.map(({ personId }) => personId),
        )
      ).map((card) => [card.id, card]),
    )
    const shown = listed.flatMap(({ personId, earned }) => {
      const person = cards.get(personId)
      return person ? [{ person, earned }] : []
    })
    const leaders = withRanks(shown.slice(0, SHOWN))
    ctx.addCacheTags('leaderboard', ...leaders.map(({ person }) => `person:${person.id}` as const))
    return leaders
  }
}

/** People who earned the same have the same rank. */
function withRanks<Row extends { earned: number }>(rows: Row[]) {
  return rows.map((row) => ({ ...row, rank: rows.findIndex(({ earned }) => earned === row.earned) + 1 }))
}

async function computeRanks({ db, now }: Ctx): Promise<Rank[]> {
  const first = dayOf(new Date(now().getTime() - (DAYS - 1) * DAY_MS))
  const { rows } = await sql<Rank>`
    select berry_day.person_id as "personId", sum(amount)::int as earned from berry_day
      join berry_account as account on account.person_id = berry_day.person_id and account.listed
      join person on person.id = berry_day.person_id and person.disabled_at is null and person.erased_at is null
    where day >= ${first} group by berry_day.person_id having sum(amount) > 0
    order by sum(amount) desc, berry_day.person_id limit ${RANKED}`.execute(db)
  return rows
}

async function onlyListed({ db }: Ctx, ranks: Rank[]) {
  if (ranks.length === 0) return []
  const rows = await db
    .selectFrom('berryAccount')
    .select('personId')
    .where(
      'personId',
      'in',
      ranks.map(({ personId }) => personId),
    )
    .where('listed', '=', true)
    .execute()
  const listed = new Set(rows.map(({ personId }) => personId))
  return ranks.filter(({ personId }) => listed.has(personId))
}
