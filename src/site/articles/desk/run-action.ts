import type { FailedRow } from '#site/admin/list/list-types.ts'
import { errorMessage } from '#site/errors/messages.ts'
import type { Api } from '#site/page.ts'
import type { Actionable, DeskAction, DeskOperation } from './desk-actions.ts'

type Item = Actionable & { id: string }

/** Runs an action, which can be another operation for each article. Returns those that failed; the others are done. */
export function runAction(api: Api, action: DeskAction, items: readonly Item[], note = '') {
  return runByGroup(
    items,
    (item) => action.pick(item),
    (operation, group) => (operation === null ? Promise.resolve([]) : runOperation(api, operation, group, note)),
  )
}

/** Makes one request for all items with the same key. */
export async function runByGroup<One, Key>(
  items: readonly One[],
  keyOf: (item: One) => Key,
  run: (key: Key, group: readonly One[]) => Promise<readonly FailedRow[]>,
): Promise<readonly FailedRow[]> {
  const keys = [...new Set(items.map(keyOf))]
  const failed = await Promise.all(
    keys.map((key) =>
      run(
        key,
        items.filter((item) => keyOf(item) === key),
      ),
    ),
  )
  return failed.flat()
}

export async function runOperation(
  api: Api,
  operation: DeskOperation,
  items: readonly { id: string }[],
  note = '',
): Promise<FailedRow[]> {
  const ids = items.map(({ id }) => id)
  if (operation === 'delete' || operation === 'leave') return runEach(api, operation, ids)
  try {
    const outcomes = await api('POST /api/articles/moves', { body: { ids, move: operation, note } })
    return refusedIn(outcomes)
  } catch (error) {
    return ids.map((id) => ({ id, message: errorMessage(error) }))
  }
}

async function runEach(api: Api, operation: 'delete' | 'leave', ids: readonly string[]): Promise<FailedRow[]> {
  const endpoint = operation === 'delete' ? 'DELETE /api/articles/{id}' : 'DELETE /api/articles/{id}/byline'
  const outcomes = await Promise.allSettled(ids.map((id) => api(endpoint, { params: { id } })))
  return outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [{ id: ids[index] ?? '', message: errorMessage(outcome.reason) }] : [],
  )
}

type Outcomes = readonly { id: string; refused: { message: string } | null }[]

export function refusedIn(outcomes: Outcomes): FailedRow[] {
  return outcomes.flatMap(({ id, refused }) => (refused ? [{ id, message: refused.message }] : []))
}
