import { useEffect, useRef, useState } from 'react'
import type { Revision } from '#contract/articles/revisions.ts'
import { errorMessage } from '#site/errors/messages.ts'
import type { ListedRevision, RevisionSource } from './revision-source.ts'

/** Pages through earlier versions and loads their texts on demand. */
export function useRevisions(source: RevisionSource) {
  const [list, setList] = useState<readonly ListedRevision[] | null>(null)
  const [next, setNext] = useState<string | null>(null)
  const [texts, setTexts] = useState<ReadonlyMap<string, Revision>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const asked = useRef(new Set<string>())

  async function more(before?: string) {
    setProblem(null)
    try {
      const page = await source.list(before)
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
      const text = await source.read(revision)
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
