import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Candidate, rankCandidates, defaultWeights } from './rank-candidates.ts'

const because = (kind: Candidate['why']['kind'], given: Partial<Candidate>): Candidate => ({
  id: 'a',
  authorId: 'x',
  popularity: 0,
  why: { kind, name: kind },
  ...given,
})

test('followed topics rank above trending stories and give the reason', () => {
  const chosen = rankCandidates(
    [because('trending', { id: 'hot', authorId: 'x' }), because('topic', { id: 'mine', authorId: 'y' })],
    10,
  )
  expect(chosen).toEqual([
    { id: 'mine', why: { kind: 'topic', name: 'topic' } },
    { id: 'hot', why: { kind: 'trending', name: 'trending' } },
  ])
})

test('two reasons score higher than one, and the stronger one is shown', () => {
  const chosen = rankCandidates(
    [
      because('topic', { id: 'once', authorId: 'x' }),
      because('trending', { id: 'twice', authorId: 'y' }),
      because('topic', { id: 'twice', authorId: 'y' }),
    ],
    10,
  )
  expect(chosen.map(({ id }) => id)).toEqual(['twice', 'once'])
  expect(chosen[0]?.why.kind).toBe('topic')
})

test('more popular stories come first, but a followed topic outweighs a few days', () => {
  const chosen = rankCandidates(
    [
      because('topic', { id: 'old', authorId: 'x', popularity: -3 }),
      because('topic', { id: 'new', authorId: 'y' }),
      because('trending', { id: 'hot', authorId: 'z' }),
    ],
    10,
  )
  expect(chosen.map(({ id }) => id)).toEqual(['new', 'old', 'hot'])
})

test('no author dominates the page', () => {
  const many = Array.from({ length: 5 }, (_, index) => because('topic', { id: `x${index}`, authorId: 'x' }))
  const chosen = rankCandidates([...many, because('topic', { id: 'y', authorId: 'y', popularity: -1 })], 10)
  expect(chosen.findIndex(({ id }) => id === 'y')).toBe(1)
})

test('returns each candidate at most once and respects the limit', () => {
  const candidate = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    authorId: fc.constantFrom('x', 'y'),
    popularity: fc.float({ min: -100, max: 100, noNaN: true }),
    why: fc.record({ kind: fc.constantFrom('topic' as const, 'story' as const, 'new' as const), name: fc.string() }),
  })
  fc.assert(
    fc.property(fc.array(candidate), fc.integer({ min: 0, max: 6 }), (candidates, most) => {
      const ids = rankCandidates(candidates, most).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBe(Math.min(most, new Set(candidates.map(({ id }) => id)).size))
    }),
  )
})

test('a reason with weight 0 is ignored, and stories with no other reason are left out', () => {
  const candidates = [
    because('topic', { id: 'mine', authorId: 'x' }),
    because('trending', { id: 'both', authorId: 'y' }),
    because('topic', { id: 'both', authorId: 'y' }),
    because('new', { id: 'new', authorId: 'z' }),
  ]
  expect(rankCandidates(candidates, 10, { ...defaultWeights, topics: 0 })).toEqual([
    { id: 'both', why: { kind: 'trending', name: 'trending' } },
    { id: 'new', why: { kind: 'new', name: 'new' } },
  ])
  const nothing = { newest: false, people: 0, topics: 0, reading: 0, trending: 0 }
  expect(rankCandidates(candidates, 10, nothing).map(({ id }) => id)).toEqual(['new'])
})

test('weights change the order of reasons', () => {
  const candidates = [
    because('person', { id: 'person', authorId: 'x' }),
    because('story', { id: 'read', authorId: 'y' }),
    because('topic', { id: 'topic', authorId: 'z' }),
  ]
  const order = (weights: Partial<typeof defaultWeights>) =>
    rankCandidates(candidates, 10, { ...defaultWeights, ...weights }).map(({ id }) => id)
  expect(order({})).toEqual(['person', 'topic', 'read'])
  expect(order({ reading: 3 })).toEqual(['read', 'person', 'topic'])
  expect(order({ people: 1 })).toEqual(['topic', 'read', 'person'])
})
