import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { anArticle } from '../articles.ts'
import { aPerson } from '../people.ts'
import type { Db } from '#server/platform/db.ts'

/** Many old stories with a unique tag, so that no other test changes the list. */
export async function aLongList(db: Db, name: string, many: number) {
  // A retry makes another list.
  const tag = `${name}-${randomInt(1e9)}`
  const author = await aPerson(db, 'author')
  const { id } = await anArticle(db, author.id, {
    title: `${name} 0`,
    tags: [tag],
    publishedAt: new Date('2019-05-05T12:00:00Z'),
  })
  await sql`insert into article (id, author_id, slug, state, title, excerpt, body, html, plain, published_at)
    select left(md5(${tag} || n), 20), author_id, ${tag} || '-' || n, state, ${name} || ' ' || n,
      case when n % 3 = 0 then 'A longer beginning of a story, which needs more than a single line to be told.' else 'Short.' end,
      body, html, plain, published_at - n * interval '1 minute'
    from article, generate_series(1, ${sql.lit(many - 1)}) n where id = ${id}`.execute(db)
  await sql`insert into article_tag (article_id, tag_id, position, published_at)
    select article.id, first.tag_id, 0, article.published_at from article, article_tag first
    where first.article_id = ${id} and article.author_id = ${author.id} and article.id <> ${id}`.execute(db)
  await sql`update tag set story_count = ${sql.lit(many)} where slug = ${tag}`.execute(db)
  return { author, path: `/tag/${tag}` }
}

export const titles = (page: Page) => page.locator('main article :is(h2, h3)').allInnerTexts()
export const top = (page: Page) => page.evaluate(() => scrollY)

export const scrollToEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))

/** Scrolls until the list has at least that many stories. */
export async function scrollUntil(page: Page, wanted: number) {
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          window.scrollTo(0, document.body.scrollHeight)
          return document.querySelectorAll('main article').length
        }),
      { interval: 50, timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(wanted)
}

/** A card in the viewport and its position. */
export function cardInView(page: Page) {
  return page.evaluate(() => {
    const cards = [...document.querySelectorAll('main article')]
    const card = cards.find((one) => one.getBoundingClientRect().top > 200)
    return {
      title: card?.querySelector('a[data-card]')?.textContent ?? '',
      top: card?.getBoundingClientRect().top ?? 0,
    }
  })
}
