import { createHash } from 'node:crypto'

/** Remainders are compared to nine digits. */
const SCALE = 1_000_000_000n

type Story = { articleId: string; title: string; reads: number; authorIds: readonly string[] }

export type Share = {
  personId: string
  articleId: string
  title: string
  reads: number
  authors: number
  tieKey: string
  amount: number
}

type Pool = { month: string; currency: string; pool: number }

/** In whole units, rounded down. */
export function poolOf(revenue: number, sharePercent: number) {
  return Number((BigInt(revenue) * BigInt(sharePercent)) / 100n)
}

/**
 * Divides a pool by finished reads; the authors of a story have equal parts of its reads. Rounded by the largest
 * remainders, so that the amounts sum to the pool. Equal remainders are ordered by a hash, so that it neither depends on
 * the order of the stories nor prefers a person. `roundUpFrom` is the rank of the last share that was rounded up: with
 * it, each amount can be recomputed without the other shares.
 */
export function dividePool({ month, currency, pool }: Pool, stories: readonly Story[]) {
  const read = stories.filter(({ reads, authorIds }) => reads > 0 && authorIds.length > 0)
  const total = read.reduce((sum, { reads }) => sum + reads, 0)
  const shares = read.flatMap((story) =>
    story.authorIds.map((personId) => {
      const { articleId, title, reads, authorIds } = story
      // A story whose byline has changed is in the list once for each.
      const tieKey = tieKeyOf(month, currency, articleId, authorIds.join(','), personId)
      const exact = exactShare({ pool, total, reads, authors: authorIds.length, tieKey })
      return { ...exact, personId, articleId, title, reads, authors: authorIds.length, tieKey }
    }),
  )
  const left = shares.reduce((rest, { floor }) => rest - floor, total > 0 ? pool : 0)
  const ranked = shares.toSorted((a, b) => (a.rank < b.rank ? 1 : -1))
  const roundUpFrom = left > 0 ? (ranked[left - 1]?.rank ?? null) : null
  const divided = shares.map(({ floor, rank, ...share }): Share => ({
    ...share,
    amount: floor + (roundUpFrom !== null && rank >= roundUpFrom ? 1 : 0),
  }))
  const sum = divided.reduce((so, { amount }) => so + amount, 0)
  if (total > 0 && sum !== pool) throw new Error(`the shares of ${month} ${currency} sum to ${sum} instead of ${pool}`)
  return { total, roundUpFrom, shares: divided }
}

type ShareOf = { pool: number; total: number; reads: number; authors: number; tieKey: string }

/** The share rounded down, and its rank among all shares: the remainder, then the key. */
export function exactShare({ pool, total, reads, authors, tieKey }: ShareOf) {
  if (total === 0) return { floor: 0, rank: `000000000-${tieKey}` }
  const numerator = BigInt(pool) * BigInt(reads)
  const denominator = BigInt(total) * BigInt(authors)
  const remainder = ((numerator % denominator) * SCALE) / denominator
  return { floor: Number(numerator / denominator), rank: `${String(remainder).padStart(9, '0')}-${tieKey}` }
}

function tieKeyOf(...parts: readonly string[]) {
  return createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32)
}
