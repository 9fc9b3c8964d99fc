import { expect, test } from 'vitest'
import { createOwnChanges } from './own-changes.ts'
import { createPersonMemory } from './person-memory.ts'

function aMemory() {
  const memory = createPersonMemory<string>()
  memory.setListening(true)
  const remember = (person: string, value: string) => memory.begin().store(person, 'name', value)
  return { ...memory, remember }
}

test.each(['own:ida', 'person:ida', 'live:notification:ida', 'live:read:ida', 'topics:ida', 'live:fan-out'])(
  '%s makes it forget a person',
  (signal) => {
    const { get, remember, invalidate } = aMemory()
    remember('ida', 'Ida')
    invalidate(['own:otto', 'article:ida', 'creators'])
    expect(get('ida', 'name')).toBe('Ida')
    invalidate([signal])
    expect(get('ida', 'name')).toBeUndefined()
  },
)

test('a value that was read before a change is not remembered', () => {
  const { get, begin, invalidate } = aMemory()
  const [reading, other] = [begin(), begin()]
  invalidate(['own:ida'])
  reading.store('ida', 'name', 'Old')
  other.store('otto', 'name', 'Otto')
  expect([get('ida', 'name'), get('otto', 'name')]).toEqual([undefined, 'Otto'])
})

test('nothing is remembered without a LISTEN connection', () => {
  const { get, begin, remember, setListening } = aMemory()
  remember('ida', 'Ida')
  const reading = begin()
  setListening(false)
  expect(get('ida', 'name')).toBeUndefined()
  remember('ida', 'Ida')
  expect(get('ida', 'name')).toBeUndefined()
  setListening(true)
  reading.store('ida', 'name', 'Old')
  expect(get('ida', 'name')).toBeUndefined()
})

test('the number of people and of values is limited', () => {
  const { get, begin, remember } = aMemory()
  for (let n = 0; n <= 10_000; n++) remember(`p${n}`, 'x')
  expect([get('p0', 'name'), get('p1', 'name')]).toEqual([undefined, 'x'])
  for (let n = 0; n <= 20; n++) begin().store('p1', `page ${n}`, 'x')
  expect([get('p1', 'page 0'), get('p1', 'page 20')]).toEqual([undefined, 'x'])
})

test('own changes are remembered for longer than a stale page is served', () => {
  let ms = 1
  const { invalidate, changedAt } = createOwnChanges(() => ms)
  invalidate(['own:ida', 'person:otto'])
  ms = 2500
  expect([changedAt('ida'), changedAt('otto')]).toEqual([1, undefined])
  ms = 5002
  expect(changedAt('ida')).toBeUndefined()
})
