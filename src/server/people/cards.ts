import type { PersonCard } from '#contract/people.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { prefixPattern } from '#server/platform/like-pattern.ts'
import { presentCard } from './present.ts'
import { peopleByPrefix, peopleByIds } from './queries.ts'

const MAX_RESULTS = 10

type CardCtx = Pick<Ctx, 'db' | 'site'>

/** In the order of the ids. Includes disabled people. */
export async function cardsOf(ctx: CardCtx, ids: string[]): Promise<PersonCard[]> {
  return cardsWhere(ctx, ids, () => true)
}

/** Like `cardsOf`, without disabled people. */
export async function shownCardsOf(ctx: CardCtx, ids: string[]): Promise<PersonCard[]> {
  return cardsWhere(ctx, ids, ({ disabledAt }) => disabledAt === null)
}

type Row = Awaited<ReturnType<typeof peopleByIds>>[number]

async function cardsWhere({ db, site }: CardCtx, ids: string[], isIncluded: (row: Row) => boolean) {
  if (ids.length === 0) return []
  const rows = new Map((await peopleByIds(db, ids)).filter(isIncluded).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? presentCard(site.base, row) : []
  })
}

/** People with the most stories first. */
export async function searchPeople({ db, site }: CardCtx, q: string): Promise<PersonCard[]> {
  // Handles are often typed with a leading @.
  const pattern = prefixPattern(q.toLowerCase().replace(/^@/, ''))
  return (await peopleByPrefix(db, pattern, MAX_RESULTS)).map((row) => presentCard(site.base, row))
}

/** By id or handle, with or without @. Includes people that the site no longer shows. */
export async function findPersonId({ db }: Pick<Ctx, 'db'>, ref: string) {
  const id = ref.trim()
  const handle = id.toLowerCase().replace(/^@/, '')
  const row = await db
    .selectFrom('person')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', id), eb('handle', '=', handle)]))
    .executeTakeFirst()
  return row?.id ?? null
}

export function listPersonNames({ db }: Pick<Ctx, 'db'>, ids: string[]) {
  return db.selectFrom('person').select(['id', 'name', 'handle']).where('id', 'in', ids).execute()
}
