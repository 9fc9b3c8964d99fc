import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ModerationAction, ModerationReason } from '#contract/moderation/names.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import { actions, askingActions, plural } from './labels.ts'

export type Wish = { action: ModerationAction; targets: string[] }
export type Answers = { reason: ModerationReason | null; note: string; days: number | null }

const nothing: Answers = { reason: null, note: '', days: null }
/** As many as the server takes in one call. */
const AT_ONCE = 100

/** Decides about cases. Actions that need a reason wait in `asked` for the dialog. */
export function useDecisions() {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState<Wish | null>(null)
  const [busy, setBusy] = useState(false)
  const [failures, setFailures] = useState<{ id: string; message: string }[]>([])

  function act(wish: Wish) {
    if (wish.targets.length === 0 || busy) return
    if (askingActions.has(wish.action)) setAsked(wish)
    else void decide(wish, nothing).catch(showFailure)
  }

  /** Throws when the whole call failed, so that the dialog keeps the input. */
  async function decide({ action, targets }: Wish, answers: Answers) {
    setBusy(true)
    setFailures([])
    try {
      const outcomes = []
      for (let at = 0; at < targets.length; at += AT_ONCE) {
        const body = { targets: targets.slice(at, at + AT_ONCE), action, ...answers }
        outcomes.push(...(await api('POST /api/admin/moderation/decisions', { body })))
      }
      setAsked(null)
      setFailures(outcomes.flatMap(({ id, refused }) => (refused ? { id, message: refused.message } : [])))
      const done = outcomes.filter(({ refused }) => !refused)
      if (done.length > 0) await showDone(action, done)
      await revalidate()
    } finally {
      setBusy(false)
    }
  }

  async function showDone(action: ModerationAction, done: { decision: string | null }[]) {
    const decisions = done.flatMap(({ decision }) => decision ?? [])
    const undoable = decisions.length > 0 && (action === 'approve' || action === 'hide')
    await toast({
      tone: 'success',
      title: done.length === 1 ? actions[action].done : `${actions[action].done}: ${plural(done.length, 'case')}`,
      ...(undoable && { action: { label: 'Undo', run: () => void undo(decisions) } }),
    })
  }

  async function undo(decisions: string[]) {
    try {
      for (const id of decisions) await api('POST /api/admin/moderation/decisions/{id}/undo', { params: { id } })
      await toast({ tone: 'success', title: 'Undone' })
    } catch (error) {
      await showFailure(error)
    }
    await revalidate()
  }

  async function decideAppeal(id: string, outcome: 'accepted' | 'rejected', note: string) {
    await api('POST /api/admin/appeals/{id}', { params: { id }, body: { outcome, note } })
    await toast({ tone: 'success', title: outcome === 'accepted' ? 'Appeal accepted' : 'Appeal rejected' })
    await revalidate()
  }

  return { act, decide, undo, decideAppeal, asked, cancel: () => setAsked(null), busy, failures }
}

export type Decisions = ReturnType<typeof useDecisions>

function showFailure(error: unknown) {
  return toast({ tone: 'danger', title: 'That didn’t work', description: errorMessage(error) })
}
