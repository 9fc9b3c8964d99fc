import type { AdminArticle } from '#contract/articles/admin-articles.ts'
import type { BulkAction, RunOnRows } from '#site/admin/list/list-types.ts'
import { AssignDialog, type Reviewer } from '#site/articles/review/assign-dialog.tsx'
import type { Api } from '#site/page.ts'
import { formatStoryCount } from '#site/stories/article-labels.ts'
import { ConfirmActionDialog } from './confirm-action-dialog.tsx'
import { type DeskAction, asksFirst, deskActions } from './desk-actions.ts'
import { refusedIn, runAction, runByGroup, runOperation } from './run-action.ts'

type Rows = readonly AdminArticle[]

const isWaiting = ({ waitingSince }: AdminArticle) => waitingSince !== null

/** The actions of the list of all articles. */
export function bulkActions(api: Api, me: string, reviewers: readonly Reviewer[]): readonly BulkAction<AdminArticle>[] {
  /** The reviewer that was chosen here for each story, for Undo. */
  const assigned: AssignedReviewers = new Map()
  return [
    {
      id: 'assign-to-me',
      label: 'Assign to me',
      icon: 'user-check',
      appliesTo: (row) => isWaiting(row) && row.reviewer?.id !== me,
      run: assigner(api, me, assigned),
      undo: restoreReviewers(api, assigned),
      done: (count) => `${formatStoryCount(count)} assigned to you`,
    },
    {
      id: 'assign',
      label: 'Assign',
      icon: 'user-plus',
      appliesTo: isWaiting,
      run: async () => [],
      undo: restoreReviewers(api, assigned),
      done: (count) => `Reviewer of ${formatStoryCount(count)} changed`,
      Dialog: ({ rows, onRun, onClose }) => (
        <AssignDialog
          what={formatStoryCount(rows.length)}
          reviewers={reviewers}
          onClose={onClose}
          onChosen={(reviewer) => {
            onRun(assigner(api, reviewer, assigned))
            return null
          }}
        />
      ),
    },
    ...deskActions.map((action) => transitionAction(api, action)),
  ]
}

type AssignedReviewers = Map<string, string | null>

/** Repeats per row who the reviewer was, so that a colleague’s assignment is not overwritten unseen. */
function assigner(api: Api, reviewer: string | null, assigned: AssignedReviewers): RunOnRows<AdminArticle> {
  return async (rows) => {
    const failed = await runByGroup(rows, reviewerOf, (was, group) => assign(api, group, { reviewer, was }))
    for (const { id } of rows) assigned.set(id, reviewer)
    return failed
  }
}

/** Gives each story the reviewer it had, unless a colleague has assigned it since. */
function restoreReviewers(api: Api, assigned: AssignedReviewers): RunOnRows<AdminArticle> {
  return (rows) =>
    runByGroup(rows, reviewerOf, (reviewer, had) =>
      runByGroup(
        had,
        ({ id }) => assigned.get(id) ?? null,
        (was, group) => assign(api, group, { reviewer, was }),
      ),
    )
}

const reviewerOf = ({ reviewer }: AdminArticle) => reviewer?.id ?? null

async function assign(api: Api, rows: Rows, to: { reviewer: string | null; was: string | null }) {
  const body = { ids: rows.map(({ id }) => id), ...to }
  return refusedIn(await api('POST /api/admin/articles/reviewer', { body }))
}

function transitionAction(api: Api, action: DeskAction): BulkAction<AdminArticle> {
  const { name, icon, tone, asks, done, inverse } = action
  return {
    id: name,
    label: name,
    icon,
    ...(tone && { tone }),
    appliesTo: (row) => action.pick(row) !== null,
    run: (rows) => runAction(api, action, rows),
    done: (count) => `${formatStoryCount(count)} ${done}`,
    ...(inverse && {
      undo: (rows) => runOperation(api, inverse.operation, rows),
      canUndo: (rows) => rows.every((row) => inverse.restores(row)),
    }),
    ...(asks && {
      asks: (rows) => asksFirst(action, rows),
      Dialog: ({ rows, onRun, onClose }) => (
        <ConfirmActionDialog
          asked={{ action, items: rows }}
          onAnswer={(note) => onRun((on) => runAction(api, action, on, note))}
          onClose={onClose}
        />
      ),
    }),
  }
}
