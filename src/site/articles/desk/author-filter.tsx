import { useEffect, useId, useState } from 'react'
import type { PersonCard } from '#contract/people.ts'
import { useApi } from '#site/page.ts'
import { controlLook } from '#site/ui/field.tsx'

const PAUSE_MS = 200

/** Filters by handle, with suggestions. */
export function AuthorFilter({ author }: { author: string }) {
  const api = useApi()
  const list = useId()
  const [typed, setTyped] = useState('')
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
    <>
      <input
        name="author"
        type="search"
        list={list}
        aria-label="Author"
        placeholder="Author"
        defaultValue={author}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className={`min-h-11 min-w-32 flex-1 basis-32 sm:max-w-48 ${controlLook}`}
      />
      <datalist id={list}>
        {people.map(({ id, handle, name }) => (
          <option key={id} value={handle}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
