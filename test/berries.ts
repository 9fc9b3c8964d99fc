import type { Insertable } from 'kysely'
import type { Viewer } from '#contract/viewer.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/tables.ts'
import { DatabaseUnavailable } from '#server/platform/watched-pool.ts'
import { house, transfer } from '#server/rewards/ledger.ts'

/** A correction that gives each of them berries. */
export async function giveFromHouse(db: Db, people: string | string[], amount: number) {
  const ids = [people].flat()
  const entries = ids.map((accountId) => ({ accountId, amount }))
  entries.push({ accountId: house.corrections, amount: -amount * ids.length })
  await db
    .transaction()
    .execute((tx) =>
      transfer({ db: tx, now: () => new Date() }, { kind: 'correction', cause: `test:${newId()}`, entries }),
    )
}

export async function aReward(db: Db, given: Partial<Insertable<Tables['reward']>> = {}) {
  const id = newId()
  const row = { id, kind: 'other' as const, name: 'Stickers', price: 10, createdAt: new Date(), ...given }
  await db.insertInto('reward').values(row).execute()
  return id
}

/** On a busy machine, some of many requests at once get no connection. A browser repeats them, as this does. */
export async function untilAvailable<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
    }
  }
}

/** People without accounts, who cost one statement. */
export async function manyReaders(db: Db, count: number, prefix = 'many'): Promise<Viewer[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    handle: `${prefix}-${index}-${newId().toLowerCase()}`,
    name: `Reader ${index}`,
  }))
  await db.insertInto('person').values(people).execute()
  return people.map(asViewer)
}

export function asViewer({ id, handle, name }: { id: string; handle: string; name: string }): Viewer {
  return { id, uid: id, handle, name, role: 'reader', avatar: null, welcomed: true }
}
