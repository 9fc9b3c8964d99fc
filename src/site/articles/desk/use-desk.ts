import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ArticleState, Transition } from '#contract/articles/articles.ts'
import type { DeskItem } from '#contract/articles/desk.ts'
import type { FailedRow } from '#site/admin/list/list-types.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import type { DeskOperation, DeskAction } from './desk-actions.ts'
import { runAction, runOperation } from './run-action.ts'
import { formatStoryCount, targetStates, titleOf } from '#site/stories/article-labels.ts'

/** An operation shown before the server answers; `confirmed` once it has succeeded. */
type OptimisticOperation = { what: DeskOperation; confirmed: boolean }
type Failure = { id: string; title: string; sentence: string }
type Moved = { item: DeskItem; what: DeskOperation }
type Counts = Record<ArticleState, number>
type Page = { items: readonly DeskItem[]; counts: Counts; state: ArticleState }

/** Applies actions to a page of the desk optimistically and reverts those that fail. */
export function useDesk({ items, counts, state }: Page) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [known, setKnown] = useState(items)
  const [done, setDone] = useState<ReadonlyMap<string, OptimisticOperation>>(new Map())
  const [failures, setFailures] = useState<{ action: string; of: number; refused: Failure[] } | null>(null)
  // Fresh data already includes the confirmed operations.
  if (known !== items) {
    setKnown(items)
    setDone(new Map([...done].filter(([, { confirmed }]) => !confirmed)))
  }

  function mark(changes: readonly (readonly [string, DeskOperation | null])[], confirmed = false) {
    setDone((before) => {
      const next = new Map(before)
      for (const [id, what] of changes) {
        if (what) next.set(id, { what, confirmed })
        else next.delete(id)
      }
      return next
    })
  }

  async function run(action: DeskAction, chosen: readonly DeskItem[], note = '') {
    const plan = chosen.flatMap((item) => {
      const what = action.pick(item)
      return what ? [{ item, what }] : []
    })
    setFailures(null)
    mark(plan.map(({ item, what }) => [item.id, what]))
    const refused = failuresOf(chosen, await runAction(api, action, chosen, note))
    mark(refused.map(({ id }) => [id, null]))
    if (refused.length > 0) setFailures({ action: action.name, of: plan.length, refused })
    const moved = plan.filter(({ item }) => refused.every(({ id }) => id !== item.id))
    mark(
      moved.map(({ item, what }) => [item.id, what]),
      true,
    )
    if (moved.length > 0) await showSuccess(action, moved)
    await revalidate()
  }

  async function showSuccess(action: DeskAction, moved: readonly Moved[]) {
    const [first] = moved
    const what = moved.length === 1 && first ? `“${titleOf(first.item)}”` : formatStoryCount(moved.length)
    const { inverse } = action
    const canUndo = inverse && moved.every(({ item }) => inverse.restores(item))
    await toast({
      tone: 'success',
      title: `${what} ${action.done}`,
      ...(canUndo && { action: { label: 'Undo', run: () => void undo(inverse.operation, moved) } }),
    })
  }

  async function undo(operation: Transition, moved: readonly Moved[]) {
    const restored = moved.map(({ item }) => item)
    mark(restored.map(({ id }) => [id, null]))
    const refused = failuresOf(restored, await runOperation(api, operation, restored))
    const stayed = moved.filter(({ item }) => refused.some(({ id }) => id === item.id))
    mark(stayed.map(({ item, what }) => [item.id, what]))
    if (refused.length > 0) setFailures({ action: 'Undo', of: restored.length, refused })
    await revalidate()
  }

  const left = items.filter(({ id }) => {
    const what = done.get(id)?.what
    return what !== undefined && leavesTab(what, state)
  })
  return {
    items: items
      .filter((item) => !left.includes(item))
      .map((item) => {
        const what = done.get(item.id)?.what
        return what ? applyOperation(item, what) : item
      }),
    counts: recount(
      counts,
      state,
      left.map(({ id }) => done.get(id)?.what ?? 'delete'),
    ),
    failures,
    dismiss: () => setFailures(null),
    run,
  }
}

/** The review queue also holds published stories with submitted changes; every decision takes them off it. */
function leavesTab(what: DeskOperation, tab: ArticleState) {
  if (what === 'delete' || what === 'leave' || tab === 'in-review') return true
  const to = targetStates[what]
  return to !== null && to !== tab
}

function applyOperation(item: DeskItem, what: DeskOperation): DeskItem {
  return {
    ...item,
    ...(what === 'update' && { changed: false }),
    updateAsked: what === 'submit-update',
    can: item.can.filter((move) => move !== what),
  }
}

function recount(counts: Counts, tab: ArticleState, left: readonly DeskOperation[]): Counts {
  const next = { ...counts, [tab]: Math.max(0, counts[tab] - left.length) }
  for (const what of left) {
    const to = what === 'delete' || what === 'leave' ? null : targetStates[what]
    if (to && to !== tab) next[to] += 1
  }
  return next
}

function failuresOf(items: readonly DeskItem[], failed: readonly FailedRow[]): Failure[] {
  return failed.map(({ id, message }) => {
    const item = items.find((one) => one.id === id)
    return { id, title: item ? titleOf(item) : id, sentence: message }
  })
}
