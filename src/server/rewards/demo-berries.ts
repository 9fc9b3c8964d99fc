import type { Insertable } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/tables.ts'
import { house, transfer } from './ledger.ts'

type DemoReward = Omit<Insertable<Tables['reward']>, 'id' | 'position' | 'createdAt'>

const rewards: DemoReward[] = [
  {
    kind: 'membership',
    name: 'A month of membership',
    description: 'Read every members’ story for a month. It starts when your present membership ends.',
    icon: 'sparkles',
    price: 150,
    months: 1,
  },
  {
    kind: 'badge',
    name: 'Early reader',
    description: 'A badge on your profile for those who were here first.',
    icon: 'sunrise',
    price: 20,
    perPerson: 1,
  },
  {
    kind: 'other',
    name: 'Sticker set',
    description: 'Six bramble stickers, sent by post.',
    icon: 'gift',
    price: 60,
    stock: 50,
    perPerson: 1,
    question: 'Which address should we send it to?',
  },
]

/** A catalogue and some berries for demo people. Must run in a transaction. */
export async function loadDemoBerries(tx: Ctx, people: readonly string[]) {
  const createdAt = tx.now()
  for (const [position, reward] of rewards.entries())
    await tx.db
      .insertInto('reward')
      .values({ ...reward, id: newId(), position, createdAt })
      .execute()
  for (const [nth, to] of people.entries()) {
    const amount = 15 + ((nth * 37) % 120)
    const note = 'Welcome'
    await transfer(tx, { kind: 'correction', cause: `demo:${to}`, note, from: house.corrections, to, amount })
  }
}
