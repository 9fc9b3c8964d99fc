import type { AdminArticle } from '#contract/articles/admin-articles.ts'
import type { BulkAction, FailedRow, RunOnRows } from '#site/admin/list/list-types.ts'
import { AssignDialog, type Reviewer } from '#site/articles/review/assign-dialog.tsx'
import { errorMessage } from '#site/errors/messages.ts'
import type { Api } from '#site/page.ts'
import { formatStoryCount } from '#site/stories/article-labels.ts'
import { ConfirmActionDialog } from './confirm-action-dialog.tsx'
import { type DeskAction, type DeskOperation, deskActions } from './desk-actions.ts'

type Rows = readonly AdminArticle[]

const isWaiting = ({ waitingSince }: AdminArticle) => waitingSince !== null

/** The actions of the list of all articles. */
export function bulkActions(api: Api, me: string, reviewers: readonly Reviewer[]): readonly BulkAction<AdminArticle>[] {
  return [
    {
      id: 'assign-to-me',
      label: 'Assign to me',
      icon: 'user-check',
      appliesTo: (row) => isWaiting(row) && row.reviewer?.id !== me,
      run: assigner(api, me),
      undo: restoreReviewers(api),
      done: (count) => `${formatStoryCount(count)} assigned to you`,
    },
    {
      id: 'assign',
      label: 'Assign',
      icon: 'user-plus',
      appliesTo: isWaiting,
      run: async () => [],
      undo: restoreReviewers(api),
      done: (count) => `Reviewer of ${formatStoryCount(count)} changed`,
      Dialog: ({ rows, onRun, onClose }) => (
        <AssignDialog
          what={formatStoryCount(rows.length)}
          reviewers={reviewers}
          onClose={onClose}
          onChosen={(reviewer) => {
            onRun(assigner(api, reviewer))
            return null
          }}
        />
      ),
    },
    ...deskActions.map((action) => transitionAction(api, action)),
  ]
}

/** Repeats per row who the reviewer was, so that a colleague’s assignment is not overwritten unseen. */
export function assigner(api: Api, reviewer: string | null): RunOnRows<AdminArticle> {
  return (rows) =>
    eachGroup(
      rows,
      (row) => row.reviewer?.id ?? null,
      async (was, group) => failuresIn(await assign(api, group, { reviewer, was })),
    )
}

/** Gives each story the reviewer it had. */
function restoreReviewers(api: Api): RunOnRows<AdminArticle> {
  return (rows) =>
    eachGroup(
      rows,
      (row) => row.reviewer?.id ?? null,
      async (before, group) => failuresIn(await assign(api, group, { reviewer: before })),
    )
}

function assign(api: Api, rows: Rows, to: { reviewer: string | null; was?: string | null }) {
  return api('POST /api/admin/articles/reviewer', { body: { ids: rows.map(({ id }) => id), ...to } })
}

function transitionAction(api: Api, action: DeskAction): BulkAction<AdminArticle> {
  const { name, icon, tone, asks, done } = action
  return {
    id: name,
    label: name,
    icon,
    ...(tone && { tone }),
    appliesTo: (row) => action.pick(row) !== null,
    run: transitioner(api, action, ''),
    done: (count) => `${formatStoryCount(count)} ${done}`,
    ...(name in inverses && { undo: mover(api, inverses[name] ?? 'untrash', '') }),
    ...(asks && {
      Dialog: ({ rows, onRun, onClose }) => (
        <ConfirmActionDialog
          asked={{ action, items: rows }}
          onAnswer={(note) => onRun(transitioner(api, action, note))}
          onClose={onClose}
        />
      ),
    }),
  }
}

/** Actions that can be undone exactly. A restored story shows readers the text that was removed. */
const inverses: Record<string, 'untrash' | 'restore'> = { 'Move to trash': 'untrash', 'Remove': 'restore' }

function transitioner(api: Api, action: DeskAction, note: string): RunOnRows<AdminArticle> {
  return (rows) =>
    eachGroup(
      rows,
      (row) => action.pick(row),
      (operation, group) => (operation === null ? Promise.resolve([]) : mover(api, operation, note)(group)),
    )
}

function mover(api: Api, operation: DeskOperation, note: string): RunOnRows<AdminArticle> {
  return async (rows) => {
    if (operation === 'delete' || operation === 'leave') return runEach(api, rows, operation)
    const ids = rows.map(({ id }) => id)
    return failuresIn(await api('POST /api/articles/moves', { body: { ids, move: operation, note } }))
  }
}

async function runEach(api: Api, rows: Rows, what: 'delete' | 'leave'): Promise<FailedRow[]> {
  const key = what === 'delete' ? 'DELETE /api/articles/{id}' : 'DELETE /api/articles/{id}/byline'
  const outcomes = await Promise.allSettled(rows.map(({ id }) => api(key, { params: { id } })))
  return outcomes.flatMap((outcome, nth) =>
    outcome.status === 'rejected' ? [{ id: rows[nth]?.id ?? '', message: errorMessage(outcome.reason) }] : [],
  )
}

async function eachGroup<Key>(
  rows: Rows,
  keyOf: (row: AdminArticle) => Key,
  run: (key: Key, group: Rows) => Promise<readonly FailedRow[]>,
): Promise<readonly FailedRow[]> {
  const keys = [...new Set(rows.map(keyOf))]
  const failed = await Promise.all(
    keys.map((key) =>
      run(
        key,
        rows.filter((row) => keyOf(row) === key),
      ),
    ),
  )
  return failed.flat()
}

type Outcomes = readonly { id: string; refused: { message: string } | null }[]

function failuresIn(outcomes: Outcomes): FailedRow[] {
  return outcomes.flatMap(({ id, refused }) => (refused ? [{ id, message: refused.message }] : []))
}
