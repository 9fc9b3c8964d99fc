import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ArticleState, DeskItem, Transition } from '#contract/articles.ts'
import { sentenceOf } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import type { Deed, DeskAction } from './actions.ts'
import { howMany, movesTo, titleOf } from './words.ts'

/** `agreed` once the server has said yes. */
type Belief = { what: Deed; agreed: boolean }
export type Problem = { id: string; title: string; sentence: string }
type Counts = Record<ArticleState, number>
type Page = { items: readonly DeskItem[]; counts: Counts; state: ArticleState }

/** A page of the desk as it will be once the server agrees; what it refuses goes back to where it was. */
export function useDesk({ items, counts, state }: Page) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [known, setKnown] = useState(items)
  const [done, setDone] = useState<ReadonlyMap<string, Belief>>(new Map())
  const [problems, setProblems] = useState<{ action: string; of: number; refused: Problem[] } | null>(null)
  // The page was fetched again: it knows now what we only believed.
  if (known !== items) {
    setKnown(items)
    setDone(new Map([...done].filter(([, { agreed }]) => !agreed)))
  }

  function mark(changes: readonly (readonly [string, Deed | null])[], agreed = false) {
    setDone((before) => {
      const next = new Map(before)
      for (const [id, what] of changes) {
        if (what) next.set(id, { what, agreed })
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
    setProblems(null)
    mark(plan.map(({ item, what }) => [item.id, what]))
    const refusals = await Promise.all(
      [...new Set(plan.map(({ what }) => what))].map((what) => {
        const group = plan.filter((one) => one.what === what).map(({ item }) => item)
        return what === 'delete' || what === 'leave' ? eachOf(group, what) : moveAll(what, group, note)
      }),
    )
    const refused = refusals.flat()
    mark(refused.map(({ id }) => [id, null]))
    if (refused.length > 0) setProblems({ action: action.name, of: plan.length, refused })
    const moved = plan.filter(({ item }) => refused.every(({ id }) => id !== item.id))
    mark(
      moved.map(({ item, what }) => [item.id, what]),
      true,
    )
    if (moved.length > 0) await tell(action, moved)
    await revalidate()
  }

  async function moveAll(move: Transition, group: readonly DeskItem[], note: string): Promise<Problem[]> {
    try {
      const answers = await api('POST /api/articles/moves', { body: { ids: group.map(({ id }) => id), move, note } })
      return answers.flatMap(({ id, refused }) =>
        // Each says why it was this one.
        refused ? [problemOf(group, id, refused.message)] : [],
      )
    } catch (error) {
      return group.map(({ id }) => problemOf(group, id, sentenceOf(error)))
    }
  }

  async function eachOf(group: readonly DeskItem[], what: 'delete' | 'leave'): Promise<Problem[]> {
    const ask = what === 'delete' ? 'DELETE /api/articles/{id}' : 'DELETE /api/articles/{id}/byline'
    const outcomes = await Promise.allSettled(group.map(({ id }) => api(ask, { params: { id } })))
    return outcomes.flatMap((outcome, index) => {
      const id = group[index]?.id ?? ''
      return outcome.status === 'rejected' ? [problemOf(group, id, sentenceOf(outcome.reason))] : []
    })
  }

  async function tell(action: DeskAction, moved: readonly { item: DeskItem; what: Deed }[]) {
    const [first] = moved
    const what = moved.length === 1 && first ? `“${titleOf(first.item)}”` : howMany(moved.length)
    const trashed = moved.filter((one) => one.what === 'trash').map(({ item }) => item)
    await toast({
      tone: 'success',
      title: `${what} ${action.done}`,
      ...(trashed.length > 0 && { action: { label: 'Undo', run: () => void untrash(trashed) } }),
    })
  }

  async function untrash(trashed: readonly DeskItem[]) {
    mark(trashed.map(({ id }) => [id, null]))
    const refused = await moveAll('untrash', trashed, '')
    mark(refused.map(({ id }) => [id, 'trash']))
    if (refused.length > 0) setProblems({ action: 'Restore', of: trashed.length, refused })
    await revalidate()
  }

  const left = items.filter(({ id }) => {
    const what = done.get(id)?.what
    return what !== undefined && leaves(what, state)
  })
  return {
    items: items
      .filter((item) => !left.includes(item))
      .map((item) => {
        const what = done.get(item.id)?.what
        return what ? afterwards(item, what) : item
      }),
    counts: recount(
      counts,
      state,
      left.map(({ id }) => done.get(id)?.what ?? 'delete'),
    ),
    problems,
    dismiss: () => setProblems(null),
    run,
  }
}

/** The review queue also holds stories whose changes wait: whatever is decided, they leave it. */
function leaves(what: Deed, tab: ArticleState) {
  if (what === 'delete' || what === 'leave' || tab === 'in-review') return true
  const to = movesTo[what]
  return to !== null && to !== tab
}

function afterwards(item: DeskItem, what: Deed): DeskItem {
  return {
    ...item,
    ...(what === 'update' && { changed: false }),
    updateAsked: what === 'submit-update',
    can: item.can.filter((move) => move !== what),
  }
}

function recount(counts: Counts, tab: ArticleState, left: readonly Deed[]): Counts {
  const next = { ...counts, [tab]: Math.max(0, counts[tab] - left.length) }
  for (const what of left) {
    const to = what === 'delete' || what === 'leave' ? null : movesTo[what]
    if (to && to !== tab) next[to] += 1
  }
  return next
}

function problemOf(group: readonly DeskItem[], id: string, sentence: string): Problem {
  const item = group.find((one) => one.id === id)
  return { id, title: item ? titleOf(item) : id, sentence }
}
