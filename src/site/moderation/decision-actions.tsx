import type { ModerationCase } from '#contract/moderation/moderation.ts'
import { type ModerationAction, moderationActions } from '#contract/moderation/names.ts'
import type { BulkAction, FailedRow, RunOnRows } from '#site/admin/list/list-types.ts'
import { errorMessage } from '#site/errors/messages.ts'
import type { Api } from '#site/page.ts'
import { type Answers, DecisionDialog } from './decision-dialog.tsx'
import { actions, askingActions, plural } from './labels.ts'

/** A case, or a response that has none yet. */
type Decidable = Pick<ModerationCase, 'id' | 'can' | 'state'> & { kind?: ModerationCase['kind'] }

const keys: Partial<Record<ModerationAction, string>> = { approve: 'a', hide: 'h', delete: 'd' }
const undoable: ReadonlySet<ModerationAction> = new Set(['approve', 'hide'])
const noAnswers: Answers = { reason: null, note: '', days: null }

/** The decisions as actions of a list. */
export function decisionActions<Row extends Decidable>(api: Api): readonly BulkAction<Row>[] {
  /** The last decision about each target, for Undo. None if a colleague had already decided the same. */
  const decisions = new Map<string, string>()

  function decide(action: ModerationAction, answers: Answers): RunOnRows<Row> {
    return async (rows) => {
      const body = { targets: rows.map(({ id }) => id), action, ...answers }
      const outcomes = await api('POST /api/admin/moderation/decisions', { body })
      for (const { id, decision } of outcomes) {
        if (decision) decisions.set(id, decision)
        else decisions.delete(id)
      }
      return outcomes.flatMap(({ id, refused }) => (refused ? { id, message: refused.message } : []))
    }
  }

  async function undo(rows: readonly Row[]) {
    const failed: FailedRow[] = []
    for (const { id: target } of rows) {
      const id = decisions.get(target)
      try {
        if (id) await api('POST /api/admin/moderation/decisions/{id}/undo', { params: { id } })
      } catch (error) {
        failed.push({ id: target, message: errorMessage(error) })
      }
    }
    return failed
  }

  return moderationActions.map((action) => {
    const { name, done, icon, danger } = actions[action]
    const key = keys[action]
    return {
      id: action,
      label: name,
      icon,
      inRow: key ? 'button' : 'menu',
      appliesTo: ({ can }) => can.includes(action),
      run: decide(action, noAnswers),
      done: (count) => (count === 1 ? done : `${done}: ${plural(count, 'case')}`),
      ...(danger && { tone: 'danger' }),
      ...(key && { key }),
      ...(action === 'approve' && { labelInRow: (row) => (isVisible(row) ? 'Dismiss reports' : name) }),
      ...(undoable.has(action) && { undo, canUndo: (rows) => rows.some(({ id }) => decisions.has(id)) }),
      ...(askingActions.has(action) && {
        Dialog: ({ rows, onRun, onClose }) => (
          <DecisionDialog
            action={action}
            count={rows.length}
            onDecide={(answers) => onRun(decide(action, answers))}
            onClose={onClose}
          />
        ),
      }),
    } satisfies BulkAction<Row>
  })
}

/** Approving what readers see already only resolves its reports. */
function isVisible({ kind, state }: Decidable) {
  return kind === 'person' || state === 'shown' || state === 'published'
}
