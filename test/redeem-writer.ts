import { readConfig } from '#server/config.ts'
import { openBlobs } from '#server/platform/blobs/open.ts'
import { openDatabase } from '#server/platform/db.ts'
import { createLog } from '#server/platform/log.ts'
import { systemCtx } from '#server/platform/system-ctx.ts'
import { redeemReward } from '#server/rewards/redeem.ts'
import { Refusal } from '#contract/errors.ts'
import { asViewer, untilAvailable } from './berries.ts'
import { testVault } from './vault.ts'

/** Redeems a reward for all people whose handle starts with `crash-` at once. Prints each outcome when it is known. */
async function redeem(url: string, rewardId: string) {
  const log = createLog({ level: 'silent', file: null })
  const { db } = openDatabase(url, { log })
  const { site, identity, storage } = readConfig({})
  const system = systemCtx({ db, log, site, identity, vault: testVault, storage, blobs: openBlobs(storage.blobs) })
  const { price } = await db.selectFrom('reward').select('price').where('id', '=', rewardId).executeTakeFirstOrThrow()
  const people = await db
    .selectFrom('person')
    .select(['id', 'handle', 'name'])
    .where('handle', 'like', 'crash-%')
    .execute()
  await Promise.all(
    people.map(async (person) => {
      // The same request after a restart, as a browser that repeats it.
      const request = { price, answer: '', request: person.id }
      const outcome = await untilAvailable(() =>
        redeemReward({ ...system, viewer: asViewer(person) }, rewardId, request),
      ).then(
        ({ redemption }) => redemption.id,
        (error: unknown) => {
          if (error instanceof Refusal) return error.code
          throw error
        },
      )
      process.stdout.write(`${person.id} ${outcome}\n`)
    }),
  )
  process.stdout.write('all done\n')
  // Until it is killed.
  setInterval(() => {}, 60_000)
}

const [url = '', rewardId = ''] = process.argv.slice(2)
await redeem(url, rewardId)
