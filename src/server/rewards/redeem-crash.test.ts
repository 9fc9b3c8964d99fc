import { expect, test } from 'vitest'
import { aReward, giveFromHouse, manyReaders } from '#test/berries.ts'
import { aDatabase } from '#test/database.ts'
import { buildWriter, startWriter, writesBeforeKill } from '#test/writer-process.ts'
import { findDifferences } from './prove.ts'

const ROUNDS = process.env['CRASH_ROUNDS'] ? Number(process.env['CRASH_ROUNDS']) : 2
const PEOPLE = 500
const STOCK = 100

test(
  `killed ${ROUNDS} times while 500 people redeem a reward with stock 100, exactly 100 get it`,
  { timeout: 60_000 + ROUNDS * 15_000 },
  async () => {
    const { db, url } = await aDatabase()
    const rewardId = await aReward(db, { stock: STOCK })
    const people = await manyReaders(db, PEOPLE, 'crash')
    await giveFromHouse(
      db,
      people.map(({ id }) => id),
      10,
    )
    const script = await buildWriter('redeem-writer')
    const acknowledged = new Map<string, string>()
    const remember = (lines: string[]) => {
      for (const line of lines) {
        const [person = '', outcome = ''] = line.split(' ')
        if (outcome.length === 20) acknowledged.set(person, outcome)
      }
    }
    for (let round = 0; round < ROUNDS; round++) {
      const writer = startWriter(script, [url, rewardId])
      // What was redeemed before is acknowledged again first.
      await writer.reached(acknowledged.size + writesBeforeKill(round))
      await writer.kill()
      remember(writer.acknowledged)
    }
    expect(acknowledged.size).toBeGreaterThan(0)
    const last = startWriter(script, [url, rewardId])
    await last.reached(PEOPLE + 1)
    await last.kill()
    remember(last.acknowledged)

    expect(last.acknowledged.filter((line) => line.endsWith(' out-of-stock'))).toHaveLength(PEOPLE - STOCK)
    const rows = await db.selectFrom('redemption').select(['id', 'personId']).where('rewardId', '=', rewardId).execute()
    expect(rows).toHaveLength(STOCK)
    expect(new Map(rows.map(({ personId, id }) => [personId, id]))).toEqual(acknowledged)
    const { stock } = await db.selectFrom('reward').select('stock').where('id', '=', rewardId).executeTakeFirstOrThrow()
    expect(stock).toBe(0)
    expect(await findDifferences(db)).toEqual([])
  },
)
