import { useCallback, useEffect, useRef, useState } from 'react'
import type { AdminCategory } from '#contract/taxonomy/taxonomy.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'

const POLL_MS = 2000

/** The categories in their order, and their operations. A move that fails is reverted. */
export function useCategories(initial: readonly AdminCategory[]) {
  const api = useApi()
  const [categories, setShown] = useState(initial)
  // The order as it is now: a move is sent before the page shows it.
  const latest = useRef(initial)
  // Only the reply to the last move shows the order: others are on their way.
  const moves = useRef(0)
  const isCarrying = categories.some(({ progress }) => progress !== null)

  const setCategories = useCallback((change: (before: readonly AdminCategory[]) => readonly AdminCategory[]) => {
    latest.current = change(latest.current)
    setShown(latest.current)
  }, [])
  const reload = useCallback(async () => {
    const next = await api('GET /api/admin/categories')
    setCategories(() => next)
  }, [api, setCategories])

  useEffect(() => {
    if (!isCarrying) return undefined
    const timer = setInterval(() => void reload().catch(() => undefined), POLL_MS)
    return () => clearInterval(timer)
  }, [isCarrying, reload])

  function put(saved: AdminCategory) {
    setCategories((before) =>
      before.some(({ id }) => id === saved.id)
        ? before.map((one) => (one.id === saved.id ? saved : one))
        : [...before, saved],
    )
  }

  function show(id: string, to: number) {
    setCategories((before) => {
      const from = before.findIndex((one) => one.id === id)
      const moved = before[from]
      return moved ? before.toSpliced(from, 1).toSpliced(to, 0, moved) : before
    })
  }

  /** Sends the place of a category that `show` has moved. */
  async function commitMove(id: string) {
    const to = latest.current.findIndex((one) => one.id === id)
    const after = latest.current[to - 1]?.id ?? null
    moves.current += 1
    const move = moves.current
    try {
      const next = await api('POST /api/admin/categories/{id}/move', { params: { id }, body: { after } })
      if (move === moves.current) setCategories(() => next)
    } catch (error) {
      await showFailure('Couldn’t move the category', error)
      await reload().catch(() => undefined)
    }
  }

  async function remove({ id, name }: AdminCategory) {
    try {
      await api('DELETE /api/admin/categories/{id}', { params: { id } })
      setCategories((before) => before.filter((one) => one.id !== id))
      await toast({ tone: 'success', title: `“${name}” deleted` })
    } catch (error) {
      await showFailure('Couldn’t delete the category', error)
    }
  }

  return { categories, put, show, commitMove, remove, reload }
}

export function showFailure(title: string, error: unknown) {
  return toast({ tone: 'danger', title, description: errorMessage(error) })
}
