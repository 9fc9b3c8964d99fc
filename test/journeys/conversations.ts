import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import type { Role } from '#contract/endpoint.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { type GivenDraft, aDraft } from '../articles.ts'
import { aPerson, signedIn } from '../people.ts'
import { aVisitor, open } from './browser.ts'
import { plainPage } from './plain.ts'
import { aShortText } from './stories.ts'

/** A short published story and its author. */
export async function aConversation(db: Db, given: GivenDraft = {}) {
  const author = await aPerson(db, 'author', { name: 'Ada Hedge' })
  const { id, slug } = await aDraft(db, author.id, { state: 'published', body: aShortText(), ...given })
  return { author, id, path: `/story/${slug}` }
}

/** A signed-in person. Responses by authors are never held. */
export async function aParticipant(
  db: Db,
  name: string,
  role: Role = 'author',
  options: Parameters<typeof aVisitor>[0] = {},
) {
  const person = await aPerson(db, role, { name })
  return { person, ...(await aVisitor({ preloading: true, ...options, cookie: await signedIn(db, person) })) }
}

export async function aResponse(
  db: Db,
  { articleId, authorId, parentId = null, text, at = new Date(Date.now() - 3600_000) }: Given,
) {
  const id = newId()
  await db.insertInto('response').values({ id, articleId, authorId, parentId, text, createdAt: at }).execute()
  await db
    .updateTable('article')
    .set({ responseCount: sql`response_count + 1` })
    .where('id', '=', articleId)
    .execute()
  if (parentId !== null)
    await db
      .updateTable('response')
      .set({ replyCount: sql`reply_count + 1` })
      .where('id', '=', parentId)
      .execute()
  return id
}
type Given = { articleId: string; authorId: string; parentId?: string | null; text: string; at?: Date }

/** Many responses, a minute apart: `Response 1` is the newest. */
export async function manyResponses(db: Db, articleId: string, authorId: string, many: number) {
  await sql`insert into response (id, article_id, author_id, text, created_at)
    select left(md5(${articleId} || n), 20), ${articleId}, ${authorId}, 'Response ' || n, now() - n * interval '1 minute'
    from generate_series(1, ${sql.lit(many)}) n`.execute(db)
  await sql`update article set response_count = response_count + ${sql.lit(many)} where id = ${articleId}`.execute(db)
}

/** Many replies, the oldest first: `Reply 1` is the oldest. Returns the ids in their order. */
export async function manyReplies(db: Db, articleId: string, authorId: string, parentId: string, many: number) {
  await sql`insert into response (id, article_id, author_id, parent_id, text, created_at)
    select left(md5(${parentId} || n), 20), ${articleId}, ${authorId}, ${parentId}, 'Reply ' || n,
      now() - interval '1 day' + n * interval '1 minute'
    from generate_series(1, ${sql.lit(many)}) n`.execute(db)
  await sql`update response set reply_count = reply_count + ${sql.lit(many)} where id = ${parentId}`.execute(db)
  await sql`update article set response_count = response_count + ${sql.lit(many)} where id = ${articleId}`.execute(db)
  const rows = await db
    .selectFrom('response')
    .select('id')
    .where('parentId', '=', parentId)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ id }) => id)
}

export const conversation = (page: Page) => page.locator('section[data-conversation]')

/** Opens a story and waits until its conversation is hydrated. */
export async function openConversation(page: Page, path: string) {
  await open(page, path)
  if (!path.includes('#')) await conversation(page).evaluate((section) => section.scrollIntoView())
  await page.locator('section[data-conversation="open"]').waitFor()
}

/** The response texts from top to bottom. */
export const wordsOf = (page: Page) => conversation(page).locator('article > div[dir], article > p').allTextContents()

/** The response texts of a page that was fetched without scripts. */
export const wordsIn = (document: Document) =>
  [...document.querySelectorAll('section[data-conversation] :is(article > div[dir], article > p)')].map(
    ({ textContent }) => textContent,
  )

/** The response texts that visitors are served now. */
export const plainWords = async (path: string) => wordsIn((await plainPage(path)).document)

/** Chooses an item from the menu of the response with this text. */
export async function choose(page: Page, words: string, item: string) {
  const response = conversation(page).locator('article').filter({ hasText: words }).last()
  await response.getByRole('button', { name: /^More options for/ }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Writes a response and waits until the server has saved it. */
export async function respond(page: Page, text: string) {
  await conversation(page)
    .getByRole('button', { name: /^Write (a|the first) response$/ })
    .click()
  await page.getByRole('textbox', { name: 'Your response' }).fill(text)
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/responses')),
    conversation(page).getByRole('button', { name: 'Respond', exact: true }).click(),
  ])
  await page.getByRole('textbox', { name: 'Your response' }).waitFor({ state: 'detached' })
}
