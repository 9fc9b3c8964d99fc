import { beforeAll, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'
import { getStory } from '#server/reading/story.ts'
import { updateSetting } from '#server/settings/site.ts'
import { createClosingClock } from './closing-clock.ts'

let db: Db
beforeAll(async () => void (db = (await aDatabase()).db))

test('the clock of a process drops the pages of a story once, when its age closes its responses', async () => {
  const time = aClock()
  const ctx = aCtx(db, { now: time.now })
  const author = await aPerson(db, 'author')
  const publishedAgo = (age: number) => anArticle(db, author.id, { publishedAt: new Date(Date.now() - age) })
  const ages = [8 * DAY_MS, 7 * DAY_MS - HOUR_MS, 6 * DAY_MS]
  const stories = await Promise.all(ages.map(publishedAgo))
  const areOpen = () => Promise.all(stories.map(async ({ id }) => (await getStory(ctx, id)).takesResponses))
  const turnedOff = await publishedAgo(7 * DAY_MS - HOUR_MS)
  await db.updateTable('article').set({ takesResponses: false }).where('id', '=', turnedOff.id).execute()
  const dropped: string[] = []
  const clock = createClosingClock(ctx, (tags) => void dropped.push(...tags))
  try {
    time.pass(2 * MINUTE_MS)
    await clock.wake()
    await updateSetting(ctx, 'responses.closeAfterDays', 7)
    clock.onSignals(['settings'])
    await clock.wake()
    expect(await areOpen()).toEqual([false, true, true])
    expect(dropped).toEqual([])

    time.pass(HOUR_MS)
    expect(await areOpen()).toEqual([false, false, true])
    await clock.wake()
    await clock.wake()
    expect(dropped).toEqual([`responses:${stories[1]?.id}`])

    time.pass(DAY_MS)
    await clock.wake()
    expect(dropped.slice(1)).toEqual([`responses:${stories[2]?.id}`])
  } finally {
    await clock.close()
  }
})
