import type { ForYouWeights, Why } from '#contract/discovery.ts'

/** A story that speaks for being shown, for one reason. */
export type Candidate = { id: string; authorId: string; heat: number; why: Why }

/** What each reason is worth. Heat counts in half-lives: a story twice as warm is worth one more. */
const worth: Record<Why['kind'], number> = { person: 5, topic: 4, story: 3, author: 3, trending: 1, new: 0 }
/** Which of a reader's weights each reason has; what is simply new is there whatever they chose. */
const weighed: Record<Why['kind'], Exclude<keyof ForYouWeights, 'newest'> | null> = {
  person: 'people',
  topic: 'topics',
  story: 'reading',
  author: 'reading',
  trending: 'trending',
  new: null,
}
/** What a weight makes of a reason's worth: left out, less, as usual, more. */
const factors = [0, 0.5, 1, 2]
export const usualWeights: ForYouWeights = { newest: false, people: 2, topics: 2, reading: 2, trending: 2 }
const AGAIN = 1
/** So many heats below the warmest, it no longer matters how many. */
const COLDEST = 12
/** One voice does not fill the page: each further story by the same author stands this much lower. */
const SAME_AUTHOR = 2

export type Chosen = { id: string; why: Why }

/** Puts what speaks for somebody in order: several reasons count more than one, and authors take turns. */
export function choose(all: readonly Candidate[], most: number, weights = usualWeights): Chosen[] {
  const factorOf = (kind: Why['kind']) => {
    const name = weighed[kind]
    return name === null ? 1 : (factors[weights[name]] ?? 1)
  }
  const candidates = all.filter(({ why }) => factorOf(why.kind) > 0)
  const warmest = Math.max(...candidates.map(({ heat }) => heat))
  const stories = new Map<string, { authorId: string; score: number; best: number; why: Why }>()
  for (const { id, authorId, heat, why } of candidates) {
    const before = stories.get(id)
    const value = worth[why.kind] * factorOf(why.kind)
    if (before) {
      before.score += AGAIN + Math.max(0, value - before.best)
      if (value > before.best) Object.assign(before, { best: value, why })
    } else {
      stories.set(id, { authorId, score: value - Math.min(COLDEST, warmest - heat), best: value, why })
    }
  }
  const byAuthor = new Map<string, number>()
  const ranked = [...stories]
    .toSorted(([, one], [, other]) => other.score - one.score)
    .map(([id, { authorId, score, why }]) => {
      const earlier = byAuthor.get(authorId) ?? 0
      byAuthor.set(authorId, earlier + 1)
      return { id, why, score: score - earlier * SAME_AUTHOR }
    })
  return ranked
    .toSorted((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ id, why }) => ({ id, why }))
}
