import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDocument, anArticle } from '#test/articles.ts'
import { clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { aMembersStory, makeMember } from '#test/membership.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import type { MembersPart } from '#contract/paywall.ts'
import type { Viewer } from '#contract/viewer.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import type { Database } from '#server/platform/db.ts'
import { createRateLimits } from '#server/platform/rate-limits.ts'
import { setSetting } from '#server/settings/edit.ts'
import { getOrCreateGiftLink } from './gift-links.ts'
import { getMembersPart, openStory } from './members-part.ts'
import { deleteOldFreeReads } from './monthly-readers.ts'

let database: Database
let app: TestApp
let author: TestPerson
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  author = await aPerson(database.db, 'author')
})

const aStory = () => aMembersStory(database.db, author.id)

const november = new Date('2026-11-18T12:00:00Z')
let addresses = 0

/** A visitor with an own address, or a signed-in person there. */
function aReader({ viewer = null, device = 'Firefox', doNotTrack = false, address = '' }: Given = {}) {
  addresses += 1
  const ctx = aCtx(database.db)
  const session = { ...ctx.session, device, doNotTrack, address: address || `10.0.0.${addresses}` }
  return { ...ctx, viewer, now: () => november, session }
}
type Given = { viewer?: Viewer | null; device?: string; doNotTrack?: boolean; address?: string }

describe('the members-only part', () => {
  test('is for members, authors and editors, and costs them nothing', async () => {
    const { id } = await aStory()
    const member = await aPerson(database.db)
    await makeMember(database.db, member.id, new Date('2027-01-01'))
    const readers = [
      [member, 'member'],
      [author, 'author'],
      [await aPerson(database.db, 'editor'), 'editor'],
    ] as const
    for (const [viewer, because] of readers) {
      for (const part of [
        await getMembersPart(aReader({ viewer }), id, undefined),
        await openStory(aReader({ viewer }), id, undefined),
      ]) {
        expect(part).toMatchObject({ because, free: null, replacesPreview: false })
        expect(part.html).toBe('<p>Only for members.</p>')
      }
    }
    expect(await database.db.selectFrom('freeRead').selectAll().where('articleId', '=', id).execute()).toEqual([])
  })

  test('ends with the membership', async () => {
    const { id } = await aStory()
    const lapsed = await aPerson(database.db)
    await makeMember(database.db, lapsed.id, november)
    expect(await getMembersPart(aReader({ viewer: lapsed }), id, undefined)).toMatchObject({ html: null, contents: [] })
  })

  test('replaces the excerpt of a story without a preview, and is whole when the story is public', async () => {
    const { db } = database
    const member = await aPerson(db)
    await makeMember(db, member.id, new Date('2027-01-01'))
    const { id } = await aMembersStory(db, author.id, { access: 'members' })
    const part = await getMembersPart(aReader({ viewer: member }), id, undefined)
    expect(part).toMatchObject({
      html: '<p>For everyone.</p><p>Only for members.</p>',
      replacesPreview: true,
    })
    const { id: open } = await anArticle(db, author.id, { body: aDocument('For everyone.') })
    expect(await getMembersPart(aReader(), open, undefined)).toMatchObject({
      because: 'everyone',
      html: '<p>For everyone.</p>',
      replacesPreview: true,
    })
  })

  test('is never cached, and the page of a member is the page of everyone', async () => {
    const { id, slug } = await aStory()
    const member = await aPerson(database.db)
    await makeMember(database.db, member.id)
    const call = await clientOf(app, member)
    const { headers, body } = await call(`GET /api/stories/${id}/members-part`)
    expect(body['html']).toBe('<p>Only for members.</p>')
    expect(headers.get('cache-control')).toMatch(/no-store/)
    expect(JSON.stringify(await call(`GET /api/stories/${slug}`))).not.toContain('Only for members')
    const visitor = await (await clientOf(app, null))(`GET /api/stories/${id}/members-part`)
    expect([visitor.status, visitor.body['html']]).toEqual([200, null])
    expect(visitor.headers.get('cache-control')).toMatch(/no-store/)
  })
})

describe('free stories', () => {
  test('are counted for each visitor, and stay open for the month', async () => {
    const stories = [await aStory(), await aStory(), await aStory(), await aStory()]
    const reader = aReader()
    for (const [index, { id }] of stories.slice(0, 3).entries()) {
      expect(await getMembersPart(reader, id, undefined)).toMatchObject({ html: null, free: { left: 3 - index } })
      expect(await openStory(reader, id, undefined)).toMatchObject({ because: 'opened', free: { left: 2 - index } })
      expect(await openStory(reader, id, undefined)).toMatchObject({ because: 'opened', free: { left: 2 - index } })
    }
    const last = stories[3]?.id ?? ''
    await expect(openStory(reader, last, undefined)).rejects.toMatchObject({ details: { reason: 'no-free-stories' } })
    expect(await getMembersPart(reader, last, undefined)).toMatchObject({
      html: null,
      free: { left: 0, limit: 3, resetsAt: '2026-12-01T00:00:00.000Z' },
      signInHelps: false,
    })
    expect(await getMembersPart(aReader(), last, undefined)).toMatchObject({ free: { left: 3 } })
  })

  test('are exact when many are opened at once', async () => {
    const stories = await Promise.all(Array.from({ length: 8 }, aStory))
    const reader = aReader({ viewer: await aPerson(database.db) })
    const results = await Promise.allSettled(stories.map(({ id }) => openStory(reader, id, undefined)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const again = aReader()
    const [first] = stories
    await Promise.all(Array.from({ length: 4 }, () => openStory(again, first?.id ?? '', undefined)))
    expect(await getMembersPart(again, first?.id ?? '', undefined)).toMatchObject({ free: { left: 2 } })
  })

  test('that a visitor opened stay open after signing in, with an own count', async () => {
    const [one, other] = [await aStory(), await aStory()]
    await openStory(aReader({ address: '10.9.9.9' }), one.id, undefined)
    const viewer = await aPerson(database.db)
    const signedIn = aReader({ address: '10.9.9.9', viewer })
    expect(await getMembersPart(signedIn, one.id, undefined)).toMatchObject({ because: 'opened', free: { left: 3 } })
    await openStory(signedIn, other.id, undefined)
    const elsewhere = aReader({ viewer, device: 'Safari' })
    expect(await getMembersPart(elsewhere, other.id, undefined)).toMatchObject({ because: 'opened', free: { left: 2 } })
  })

  test.each([{ doNotTrack: true }, { device: '' }, { device: 'Googlebot/2.1' }])(
    'are for signed-in people when a visitor is not counted: %o',
    async (given) => {
      const { id } = await aStory()
      const before = await database.db.selectFrom('freeRead').selectAll().execute()
      await expect(openStory(aReader(given), id, undefined)).rejects.toMatchObject({ code: 'sign-in-needed' })
      expect(await getMembersPart(aReader(given), id, undefined)).toMatchObject({ free: null, signInHelps: true })
      expect(await database.db.selectFrom('freeRead').selectAll().execute()).toEqual(before)
      const viewer = await aPerson(database.db)
      expect(await openStory(aReader({ ...given, viewer }), id, undefined)).toMatchObject({ because: 'opened' })
    },
  )

  test('are limited by address for visitors who change the name of their browser', async () => {
    const { id } = await aStory()
    const limits = createRateLimits({ db: database.db, now: () => november, relaxed: false })
    const openAs = (given: Given) => openStory({ ...aReader({ address: '10.7.7.7', ...given }), limits }, id, undefined)
    for (let count = 0; count < 30; count++) await openAs({ device: `Firefox ${count}` })
    await expect(openAs({ device: 'Firefox 30' })).rejects.toMatchObject({ code: 'too-many-requests' })
    const allowed = [{ device: 'Firefox 0' }, { viewer: await aPerson(database.db) }, { address: '10.7.7.8' }]
    for (const given of allowed) expect(await openAs(given)).toMatchObject({ because: 'opened' })
  })

  test('start again next month, when hashes and salt of the old one are deleted', async () => {
    const { id } = await aStory()
    const reader = aReader()
    await openStory(reader, id, undefined)
    const december = { ...reader, now: () => new Date('2026-12-01T00:00:00Z') }
    expect(await getMembersPart(december, id, undefined)).toMatchObject({ html: null, free: { left: 3 } })
    await openStory(december, id, undefined)
    await deleteOldFreeReads(december)
    const months = await database.db.selectFrom('freeReadSalt').select('month').execute()
    expect(months).toEqual([{ month: '2026-12' }])
    expect(await database.db.selectFrom('freeRead').select('month').execute()).toEqual([{ month: '2026-12' }])
  })

  test('are none when the setting is 0', async () => {
    const { id } = await aStory()
    await setSetting(aCtx(database.db), 'membership.freeStories', '0')
    await expect(openStory(aReader(), id, undefined)).rejects.toMatchObject({ details: { reason: 'no-free-stories' } })
    expect(await getMembersPart(aReader({ doNotTrack: true }), id, undefined)).toMatchObject({ signInHelps: false })
    await setSetting(aCtx(database.db), 'membership.freeStories', '3')
  })
})

describe('a gift link', () => {
  const tokenOf = ({ address }: { address: string }) => new URL(address).searchParams.get('gift') ?? ''

  test('opens one story to everyone for 30 days, and is counted', async () => {
    const [{ id, slug }, other] = [await aStory(), await aStory()]
    const giver = await aPerson(database.db, 'reader', { name: 'Maren Holt' })
    await makeMember(database.db, giver.id, new Date('2027-01-01'))
    const ctx = { ...aReader(), viewer: giver }
    const link = await getOrCreateGiftLink(ctx, slug)
    expect(link).toMatchObject({ opens: 0, left: 9, expiresAt: '2026-12-18T12:00:00.000Z' })
    const gift = tokenOf(link)
    const expected = { because: 'gift', gift: { valid: true, from: 'Maren Holt' } }
    expect(await getMembersPart(aReader({ doNotTrack: true }), id, gift)).toMatchObject(expected)
    const reader = aReader()
    const part: MembersPart = await openStory(reader, id, gift)
    expect(part).toMatchObject({ ...expected, free: { left: 3 } })
    expect(part.html).toContain('Only for members.')
    await openStory(ctx, id, gift)
    expect(await getOrCreateGiftLink(ctx, slug)).toEqual({ ...link, opens: 1 })
    expect(await getMembersPart(reader, other.id, gift)).toMatchObject({ html: null, gift: { valid: false } })

    const late = { ...reader, now: () => new Date('2026-12-18T12:00:00Z') }
    expect(await getMembersPart(late, id, gift)).toMatchObject({
      html: null,
      gift: { valid: false, from: 'Maren Holt' },
    })
    const renewed = await getOrCreateGiftLink({ ...ctx, now: late.now }, slug)
    expect(tokenOf(renewed)).not.toBe(gift)
    expect(renewed).toMatchObject({ opens: 0, left: 9 })
  })

  test('works after the story was renamed', async () => {
    const { db } = database
    const { id, slug } = await aStory()
    const giver = await aPerson(db)
    await makeMember(db, giver.id, new Date('2027-01-01'))
    const { address } = await getOrCreateGiftLink({ ...aReader(), viewer: giver }, slug)
    await db
      .updateTable('article')
      .set({ slug: `${slug}-anew` })
      .where('id', '=', id)
      .execute()
    await db.insertInto('oldSlug').values({ slug, articleId: id, since: november }).execute()
    const { pathname, search } = new URL(address)
    const page = await app.get(pathname + search, { redirect: 'manual' })
    expect(page.status).toBe(200)
    const part = await app.get(`/api/stories/${id}/members-part${search}`)
    expect(await part.text()).toContain('Only for members.')
  })

  test('stays when the membership of the giver ends, and stops with their account', async () => {
    const { db } = database
    const { id } = await aStory()
    const givers = [await aPerson(db), await aPerson(db)] as const
    const links: string[] = []
    for (const giver of givers) {
      await makeMember(db, giver.id, new Date('2027-01-01'))
      links.push(tokenOf(await getOrCreateGiftLink({ ...aReader(), viewer: giver }, id)))
      await makeMember(db, giver.id, november)
    }
    const opens = () => Promise.all(links.map(async (gift) => (await getMembersPart(aReader(), id, gift)).because))
    expect(await opens()).toEqual(['gift', 'gift'])
    await db.updateTable('person').set({ disabledAt: november }).where('id', '=', givers[0].id).execute()
    await deleteAccount(aCtx(db), givers[1].uid)
    expect(await opens()).toEqual([null, null])
    const left = await db.selectFrom('giftLink').select('personId').where('articleId', '=', id).execute()
    expect(left).toEqual([{ personId: givers[0].id }])
  })

  test('is for members and authors, ten each month', async () => {
    const { id } = await aStory()
    const reader = await aPerson(database.db)
    await expect(getOrCreateGiftLink({ ...aReader(), viewer: reader }, id)).rejects.toMatchObject({
      details: { reason: 'members-only' },
    })
    const { id: open } = await anArticle(database.db, author.id)
    await expect(getOrCreateGiftLink({ ...aReader(), viewer: author }, open)).rejects.toMatchObject({
      code: 'not-found',
    })
    const ctx = { ...aReader(), viewer: author }
    const stories = await Promise.all(Array.from({ length: 11 }, aStory))
    const results = await Promise.allSettled(stories.map((story) => getOrCreateGiftLink(ctx, story.id)))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toMatchObject([{ reason: { details: { reason: 'links-used' } } }])
  })
})
