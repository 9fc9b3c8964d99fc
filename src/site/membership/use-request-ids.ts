import { useRef } from 'react'
import { newId } from '#site/browser/new-id.ts'

/** One id for each different request, so that a second click or a repeated attempt opens the same checkout. */
export function useRequestIds() {
  const ids = useRef(new Map<string, string>())
  return (...parts: readonly string[]) => {
    const key = JSON.stringify(parts)
    const id = ids.current.get(key) ?? newId()
    ids.current.set(key, id)
    return id
  }
}
