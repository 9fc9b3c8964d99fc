import { useEffect, useRef, useState } from 'react'
import type { Revision, RevisionCard } from '#contract/articles/revisions.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'

/** Pages through earlier versions and loads their texts on demand. */
export function useRevisions(id: string) {
  const api = useApi()
  const [list, setList] = useState<readonly RevisionCard[] | null>(null)
  const [next, setNext] = useState<string | null>(null)
  const [texts, setTexts] = useState<ReadonlyMap<string, Revision>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const asked = useRef(new Set<string>())

  async function more(before?: string) {
    setProblem(null)
    try {
      const page = await api('GET /api/articles/{id}/revisions', { params: { id }, query: { limit: 50, before } })
      setList((known) => [...(before ? (known ?? []) : []), ...page.items])
      setNext(page.next)
      return page.items
    } catch (error) {
      setProblem(errorMessage(error))
      return []
    }
  }

  async function read(revision: string) {
    if (asked.current.has(revision)) return
    asked.current.add(revision)
    setProblem(null)
    try {
      const text = await api('GET /api/articles/{id}/revisions/{revision}', { params: { id, revision } })
      setTexts((known) => new Map(known).set(revision, text))
    } catch (error) {
      asked.current.delete(revision)
      setProblem(errorMessage(error))
    }
  }

  const start = useRef(more)
  useEffect(() => void start.current(), [])

  return { list, next, texts, problem, more, read }
}
