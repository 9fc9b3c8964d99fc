import type { ForYouWeights, RecommendationReason } from '#contract/discovery.ts'

/** Stories of followed people are found by author and co-author alike; `listForYou` tells them apart. */
type CandidateReason = { kind: Exclude<RecommendationReason['kind'], 'co-author'>; name: string }

/** A story and one reason to recommend it. A story with several reasons has several candidates. */
export type Candidate = { id: string; authorId: string; popularity: number; why: CandidateReason }

/** On the scale of popularity scores, where 1 means twice the engagement. */
const reasonScores: Record<CandidateReason['kind'], number> = {
  person: 5,
  topic: 4,
  story: 3,
  author: 3,
  trending: 1,
  new: 0,
}
/** The preference that applies to each reason. New stories are always included. */
const weightNames: Record<CandidateReason['kind'], Exclude<keyof ForYouWeights, 'newest'> | null> = {
  person: 'people',
  topic: 'topics',
  story: 'reading',
  author: 'reading',
  trending: 'trending',
  new: null,
}
/** Score factor for each weight, from 0 (none) to 3 (more). */
const factors = [0, 0.5, 1, 2]
export const defaultWeights: ForYouWeights = { newest: false, people: 2, topics: 2, reading: 2, trending: 2 }
const EXTRA_REASON_SCORE = 1
const MAX_POPULARITY_PENALTY = 12
/** Subtracted for each higher-ranked story by the same author, so that no author dominates. */
const SAME_AUTHOR_PENALTY = 2

type Recommendation = { id: string; why: CandidateReason }

/** Stories with several reasons score higher. */
export function rankCandidates(all: readonly Candidate[], most: number, weights = defaultWeights): Recommendation[] {
  const factorOf = (kind: CandidateReason['kind']) => {
    const name = weightNames[kind]
    return name === null ? 1 : (factors[weights[name]] ?? 1)
  }
  const candidates = all.filter(({ why }) => factorOf(why.kind) > 0)
  const highest = Math.max(...candidates.map(({ popularity }) => popularity))
  const stories = new Map<string, { authorId: string; score: number; best: number; why: CandidateReason }>()
  for (const { id, authorId, popularity, why } of candidates) {
    const before = stories.get(id)
    const value = reasonScores[why.kind] * factorOf(why.kind)
    if (before) {
      before.score += EXTRA_REASON_SCORE + Math.max(0, value - before.best)
      if (value > before.best) Object.assign(before, { best: value, why })
    } else {
      stories.set(id, {
        authorId,
        score: value - Math.min(MAX_POPULARITY_PENALTY, highest - popularity),
        best: value,
        why,
      })
    }
  }
  const byAuthor = new Map<string, number>()
  const ranked = [...stories]
    .toSorted(([, one], [, other]) => other.score - one.score)
    .map(([id, { authorId, score, why }]) => {
      const earlier = byAuthor.get(authorId) ?? 0
      byAuthor.set(authorId, earlier + 1)
      return { id, why, score: score - earlier * SAME_AUTHOR_PENALTY }
    })
  return ranked
    .toSorted((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ id, why }) => ({ id, why }))
}
