import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Candidate, choose, usualWeights } from './choose.ts'

const because = (kind: Candidate['why']['kind'], given: Partial<Candidate>): Candidate => ({
  id: 'a',
  authorId: 'x',
  heat: 0,
  why: { kind, name: kind },
  ...given,
})

test('what somebody said they like comes before what everybody reads, and says so', () => {
  const chosen = choose(
    [because('trending', { id: 'hot', authorId: 'x' }), because('topic', { id: 'mine', authorId: 'y' })],
    10,
  )
  expect(chosen).toEqual([
    { id: 'mine', why: { kind: 'topic', name: 'topic' } },
    { id: 'hot', why: { kind: 'trending', name: 'trending' } },
  ])
})

test('two reasons are better than one, and the better one is told', () => {
  const chosen = choose(
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

test('warmer stories come first, but a topic outlives a few days', () => {
  const chosen = choose(
    [
      because('topic', { id: 'old', authorId: 'x', heat: -3 }),
      because('topic', { id: 'new', authorId: 'y' }),
      because('trending', { id: 'hot', authorId: 'z' }),
    ],
    10,
  )
  expect(chosen.map(({ id }) => id)).toEqual(['new', 'old', 'hot'])
})

test('one author does not fill the page', () => {
  const many = Array.from({ length: 5 }, (_, index) => because('topic', { id: `x${index}`, authorId: 'x' }))
  const chosen = choose([...many, because('topic', { id: 'y', authorId: 'y', heat: -1 })], 10)
  expect(chosen.findIndex(({ id }) => id === 'y')).toBe(1)
})

test('nothing is chosen twice, nothing is invented, and there are never too many', () => {
  const candidate = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    authorId: fc.constantFrom('x', 'y'),
    heat: fc.float({ min: -100, max: 100, noNaN: true }),
    why: fc.record({ kind: fc.constantFrom('topic' as const, 'story' as const, 'new' as const), name: fc.string() }),
  })
  fc.assert(
    fc.property(fc.array(candidate), fc.integer({ min: 0, max: 6 }), (candidates, most) => {
      const ids = choose(candidates, most).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBe(Math.min(most, new Set(candidates.map(({ id }) => id)).size))
    }),
  )
})

test('a reason without weight says nothing, and what it alone spoke for is left out', () => {
  const candidates = [
    because('topic', { id: 'mine', authorId: 'x' }),
    because('trending', { id: 'both', authorId: 'y' }),
    because('topic', { id: 'both', authorId: 'y' }),
    because('new', { id: 'new', authorId: 'z' }),
  ]
  expect(choose(candidates, 10, { ...usualWeights, topics: 0 })).toEqual([
    { id: 'both', why: { kind: 'trending', name: 'trending' } },
    { id: 'new', why: { kind: 'new', name: 'new' } },
  ])
  const nothing = { newest: false, people: 0, topics: 0, reading: 0, trending: 0 }
  expect(choose(candidates, 10, nothing).map(({ id }) => id)).toEqual(['new'])
})

test('a reason that counts more comes before one that counted more, and one that counts less after', () => {
  const candidates = [
    because('person', { id: 'person', authorId: 'x' }),
    because('story', { id: 'read', authorId: 'y' }),
    because('topic', { id: 'topic', authorId: 'z' }),
  ]
  const order = (weights: Partial<typeof usualWeights>) =>
    choose(candidates, 10, { ...usualWeights, ...weights }).map(({ id }) => id)
  expect(order({})).toEqual(['person', 'topic', 'read'])
  expect(order({ reading: 3 })).toEqual(['read', 'person', 'topic'])
  expect(order({ people: 1 })).toEqual(['topic', 'read', 'person'])
})
