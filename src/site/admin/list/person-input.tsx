import { useEffect, useId, useState } from 'react'
import type { PersonCard } from '#contract/people.ts'
import { useApi } from '#site/page.ts'

const PAUSE_MS = 200

type Props = { name: string; defaultValue: string; className: string }

/** A field for a handle, with suggestions by name. */
export function PersonInput({ name, defaultValue, className }: Props) {
  const list = useId()
  const [typed, setTyped] = useState('')
  return (
    <>
      <input
        name={name}
        list={list}
        placeholder="Handle"
        defaultValue={defaultValue}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className={className}
      />
      <PersonSuggestions id={list} typed={typed} />
    </>
  )
}

/** The suggestions of an input with this `list`. */
export function PersonSuggestions({ id: list, typed }: { id: string; typed: string }) {
  const api = useApi()
  const [people, setPeople] = useState<readonly PersonCard[]>([])

  useEffect(() => {
    if (typed.trim() === '') return
    let current = true
    async function look() {
      // Suggestions are optional: the handle can still be typed.
      const found = await api('GET /api/people', { query: { q: typed.trim().slice(0, 80) } }).catch(() => [])
      if (current) setPeople(found)
    }
    const timer = setTimeout(() => void look(), PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [api, typed])

  return (
    <datalist id={list}>
      {people.map(({ id, handle, name }) => (
        <option key={id} value={handle}>
          {name}
        </option>
      ))}
    </datalist>
  )
}
