import type { CacheTag } from './cache-tags.ts'

/** Signals about one person: own changes, notifications, profile, follows and topics. */
const PERSONAL = /^(?:own|person|topics|follows|live:notification|live:read):(.+)$/
/** Sent instead of too many signals about single people. */
const EVERYONE = 'live:fan-out'
const MAX_PEOPLE = 10_000
const MAX_VALUES = 20

/** Remembers values about people until a signal says that something about them has changed, or one of `forAll` arrives. */
export function createPersonMemory<Value>(forAll: readonly CacheTag[] = []) {
  const everyone = new Set<string>([EVERYONE, ...forAll])
  const people = new Map<string, Map<string, Value>>()
  const readings = new Set<Set<string>>()
  // Without a LISTEN connection, signals would be missed, so nothing is remembered.
  let listening = false

  function get(personId: string, key: string): Value | undefined {
    return people.get(personId)?.get(key)
  }

  /** Call before reading from the database: the value is not remembered if the person changes in the meantime. */
  function begin() {
    const changed = new Set<string>()
    readings.add(changed)
    return {
      end: () => void readings.delete(changed),
      store(personId: string, key: string, value: Value) {
        readings.delete(changed)
        if (listening && !changed.has(personId) && !changed.has(EVERYONE)) remember(personId, key, value)
      },
    }
  }

  function remember(personId: string, key: string, value: Value) {
    const values = people.get(personId) ?? new Map<string, Value>()
    // Moved to the end of the map: the first person is the least recently stored.
    people.delete(personId)
    people.set(personId, values)
    values.delete(key)
    values.set(key, value)
    removeFirst(values, MAX_VALUES)
    removeFirst(people, MAX_PEOPLE)
  }

  function invalidate(signals: readonly string[]) {
    for (const signal of signals) {
      const personId = everyone.has(signal) ? EVERYONE : PERSONAL.exec(signal)?.[1]
      if (personId === undefined) continue
      if (personId === EVERYONE) people.clear()
      else people.delete(personId)
      for (const changed of readings) changed.add(personId)
    }
  }

  function setListening(now: boolean) {
    listening = now
    people.clear()
    for (const changed of readings) changed.add(EVERYONE)
  }

  return { get, begin, invalidate, setListening }
}

function removeFirst<Key>(map: Map<Key, unknown>, most: number) {
  if (map.size <= most) return
  const [first] = map.keys()
  if (first !== undefined) map.delete(first)
}
