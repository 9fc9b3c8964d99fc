import { DAY_MS } from '#contract/constants.ts'
import type { CacheTag } from '#server/platform/cache/cache-tags.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { createProcessClock } from '#server/platform/jobs/process-clock.ts'
import { getSetting } from '#server/settings/owner-settings.ts'
import { publishedArticles } from '#server/stories/published.ts'

type Needs = Pick<Ctx, 'db' | 'now' | 'log'>

/** Drops the cached pages of this process that show the conversation of a story when its age closes it. */
export function createClosingClock(ctx: Needs, invalidate: (tags: CacheTag[]) => void) {
  const { db } = ctx
  return createProcessClock(ctx, {
    failure: 'closing of responses not checked',
    wakeOn: 'settings',
    async check(since, time) {
      const days = await getSetting(ctx, 'responses.closeAfterDays')
      if (days === 0) return null
      const age = days * DAY_MS
      const limit = new Date(time.getTime() - age)
      const closed = await storiesPublishedIn(db, { from: new Date(since.getTime() - age), before: limit })
      if (closed.length > 0) invalidate(closed.map(({ id }) => `responses:${id}` as const))
      const next = await firstPublishedFrom(db, limit)
      return next && new Date(next.publishedAt.getTime() + age)
    },
  })
}

/** `takesResponses` closes the stories published before a limit, so the limit itself is still open. */
function storiesPublishedIn(db: Db, { from, before }: { from: Date; before: Date }) {
  return publishedArticles(db)
    .select('article.id')
    .where('article.publishedAt', '>=', from)
    .where('article.publishedAt', '<', before)
    .where('article.takesResponses', '=', true)
    .execute()
}

async function firstPublishedFrom(db: Db, from: Date) {
  const row = await publishedArticles(db)
    .select('article.publishedAt')
    .where('article.publishedAt', '>=', from)
    .orderBy('article.publishedAt')
    .limit(1)
    .$narrowType<{ publishedAt: Date }>()
    .executeTakeFirst()
  return row ?? null
}
