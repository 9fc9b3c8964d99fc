import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { aPicture, anObject } from '#test/pictures.ts'
import { NewLink } from '#contract/identity/account.ts'
import { rows } from '#site/routes.ts'
import { followTopic } from '#server/discovery/topics.ts'
import { updateOwnProfile } from '#server/identity/profile.ts'
import { ingestUpload } from '#server/media/ingest.ts'
import { getMedia } from '#server/media/library.ts'
import { deleteMedia } from '#server/media/delete-media.ts'
import type { Db } from '#server/platform/db.ts'
import { getHome } from '#server/discovery/home.ts'
import { getStory } from '#server/reading/story.ts'
import { search } from '#server/search/search.ts'
import { createPerson } from './create.ts'
import { follow } from './follows.ts'
import { checkHandle } from './handles.ts'
import { listCreators, getProfile } from './profiles.ts'
import { reportPerson } from './reports.ts'
import { isReservedHandle } from './reserved-handles.ts'
import { listSuggestedPeople } from './suggested.ts'
import { block, mute } from './blocks-and-mutes.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const as = (viewer: TestPerson) => ({ ...aCtx(db), viewer })
const unique = () => `h-${Math.random().toString(36).slice(2, 12)}`

function moveTo(person: TestPerson, handle: string) {
  return updateOwnProfile(as(person), { name: person.name, handle, about: '' })
}

describe('a profile', () => {
  test('shows the saved fields, and an update keeps fields it leaves out', async () => {
    const ada = await aPerson(db)
    const links = [{ label: 'Elsewhere', address: 'https://ada.example/' }]
    const fields = { name: 'Ada', handle: ada.handle, about: 'Counts.' }
    await updateOwnProfile(as(ada), { ...fields, story: 'It began with a loom.', links })
    await updateOwnProfile(as(ada), { ...fields, about: 'Counts well.' })
    expect(await getProfile(aCtx(db), ada.handle)).toMatchObject({
      name: 'Ada',
      about: 'Counts well.',
      story: 'It began with a loom.',
      links,
      header: null,
      followers: 0,
      following: 0,
      lists: 0,
      relation: null,
    })
    await updateOwnProfile(as(ada), { ...fields, story: '', links: [] })
    expect(await getProfile(aCtx(db), ada.handle)).toMatchObject({ story: '', links: [] })
  })

  test('includes the relation to the viewer, except on their own profile', async () => {
    const [ada, bea] = [await aPerson(db), await aPerson(db)]
    await follow(as(bea), ada.id)
    await mute(as(ada), bea.id)
    const seen = await getProfile(as(ada), bea.handle)
    expect(seen).toMatchObject({ followed: false, following: 1 })
    expect(seen.relation).toEqual({ followsYou: true, blocked: false, muted: true })
    expect((await getProfile(as(bea), ada.handle)).followed).toBe(true)
    expect((await getProfile(as(ada), ada.id)).relation).toBeNull()
  })

  test('counts public lists that are not deleted', async () => {
    const ada = await aPerson(db)
    const now = new Date()
    const list = { ownerId: ada.id, name: 'A list', position: 0, createdAt: now, updatedAt: now }
    await db
      .insertInto('readingList')
      .values([
        { ...list, id: 'listA'.padEnd(20, '0') },
        { ...list, id: 'listB'.padEnd(20, '0'), public: true },
        { ...list, id: 'listC'.padEnd(20, '0'), public: true, deletedAt: now },
      ])
      .execute()
    expect((await getProfile(aCtx(db), ada.id)).lists).toBe(1)
  })

  test('allows only web and email links', () => {
    const taken = (address: string) => NewLink.safeParse({ address }).success
    for (const address of ['https://a.example', 'http://a.example/x?y', 'mailto:a@b.example']) {
      expect(taken(address), address).toBe(true)
    }
    for (const address of ['javascript:alert(1)', 'data:text/html,x', '//a.example', 'ftp://a', 'https://a b', '']) {
      expect(taken(address), address).toBe(false)
    }
  })

  test('has a header from the person’s own media that can be replaced and is removed with the file', async () => {
    const [ada, bea] = [await aPerson(db), await aPerson(db)]
    const fields = { name: 'Ada', handle: ada.handle, about: '' }
    const bytes = await aPicture(400, 300).jpeg().toBuffer()
    const media = await ingestUpload(as(ada), {
      object: await anObject(as(ada), ada, bytes),
      name: 'Hill',
      alt: 'A hill',
    })
    await updateOwnProfile(as(ada), { ...fields, header: media.id })
    expect((await getProfile(aCtx(db), ada.id)).header?.src).toContain(media.id)
    expect((await getMedia(as(ada), media.id)).uses).toMatchObject([{ kind: 'header', address: `/user/${ada.handle}` }])
    await updateOwnProfile(as(ada), fields)
    expect((await getProfile(aCtx(db), ada.id)).header?.alt).toBe('A hill')
    const theirs = updateOwnProfile(as(bea), { name: 'Bea', handle: bea.handle, about: 'Hm', header: media.id })
    await expect(theirs).rejects.toMatchObject({ code: 'not-found' })
    expect((await getProfile(aCtx(db), bea.id)).about).toBe('')
    await deleteMedia(as(ada), media.id, true)
    expect((await getProfile(aCtx(db), ada.id)).header).toBeNull()
  })
})

describe('handles', () => {
  test('a former handle resolves to its owner, after several changes and ignoring case', async () => {
    const ada = await aPerson(db)
    const [second, third] = [unique(), unique()]
    await moveTo(ada, second)
    await moveTo({ ...ada, handle: second }, third)
    for (const ref of [ada.handle, second, second.toUpperCase()]) {
      expect((await getProfile(aCtx(db), ref)).handle).toBe(third)
    }
    await moveTo({ ...ada, handle: third }, second)
    expect((await getProfile(aCtx(db), third)).handle).toBe(second)
    expect((await getProfile(aCtx(db), second)).handle).toBe(second)
  })

  test('a former handle belongs to the next person who takes it', async () => {
    const ada = await aPerson(db)
    await moveTo(ada, unique())
    const bea = await aPerson(db)
    await moveTo(bea, ada.handle)
    expect((await getProfile(aCtx(db), ada.handle)).id).toBe(bea.id)
    await moveTo({ ...bea, handle: ada.handle }, unique())
    expect((await getProfile(aCtx(db), ada.handle)).id).toBe(bea.id)
    const { id } = await createPerson(aCtx(db), { name: 'Cai', handle: ada.handle, role: 'reader' })
    expect((await getProfile(aCtx(db), ada.handle)).id).toBe(id)
    expect(await db.selectFrom('oldHandle').select('since').where('handle', '=', ada.handle).execute()).toEqual([])
  })

  test('of two concurrent requests for one handle, one succeeds and the other person keeps theirs', async () => {
    const [ada, bea] = [await aPerson(db), await aPerson(db)]
    const wanted = unique()
    const outcomes = await Promise.allSettled([moveTo(ada, wanted), moveTo(bea, wanted)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const loser = outcomes[0]?.status === 'rejected' ? ada : bea
    expect((await getProfile(aCtx(db), loser.handle)).handle).toBe(loser.handle)
  })

  test('can be checked for availability', async () => {
    const [ada, bea] = [await aPerson(db), await aPerson(db)]
    const free = async (handle: string) => (await checkHandle(as(ada), handle)).free
    expect(await free(unique())).toBe(true)
    expect(await free(ada.handle)).toBe(true)
    for (const taken of [bea.handle, bea.handle.toUpperCase(), 'bookmarks', 'New', 'ab', '-abc', 'a b c']) {
      expect(await free(taken), taken).toBe(false)
    }
  })

  test('words used in URLs are reserved', async () => {
    const words = rows.flatMap(({ path }) => {
      const [, first, second] = path.split('/')
      return first === 'user' && second && !second.startsWith(':') ? second : []
    })
    expect(words).toEqual(expect.arrayContaining(['bookmarks', 'new', 'account']))
    for (const word of [...words, 'suggested', 'unwanted']) expect(isReservedHandle(word), word).toBe(true)
    const ada = await aPerson(db)
    await expect(moveTo(ada, 'bookmarks')).rejects.toMatchObject({ code: 'handle-taken' })
  })
})

test('every list of people includes whether the viewer follows each person', async () => {
  const [author, other, reader] = [await aPerson(db, 'author'), await aPerson(db, 'author'), await aPerson(db)]
  const name = `Quillon ${unique()}`
  await db.updateTable('person').set({ name }).where('id', 'in', [author.id, other.id]).execute()
  const { slug } = await anArticle(db, author.id)
  await anArticle(db, other.id)
  await follow(as(reader), author.id)
  const marked = (people: { id: string; followed: boolean }[]) =>
    [author, other].map(({ id }) => people.find((person) => person.id === id)?.followed)
  const directory = { sort: 'read', q: name, limit: 10 } as const
  expect(marked((await listCreators(as(reader), directory)).items)).toEqual([true, false])
  expect(marked((await listCreators(aCtx(db), directory)).items)).toEqual([false, false])
  const found = await search(as(reader), { q: name, kind: 'creators', limit: 10 })
  expect(marked(found.creators)).toEqual([true, false])
  expect(marked((await getHome(as(reader))).creators)).toEqual([true, false])
  expect((await getStory(as(reader), slug)).followed).toEqual([author.id])
  expect((await getStory(aCtx(db), slug)).followed).toEqual([])
})

test('the most followed creators are paginated in order', async () => {
  const word = unique()
  const people = []
  for (let nth = 0; nth < 3; nth++) {
    const person = await aPerson(db, 'author', { name: `${word} ${nth}` })
    await anArticle(db, person.id)
    for (let fan = 0; fan < nth; fan++) await follow(as(await aPerson(db)), person.id)
    people.unshift(person)
  }
  const wanted = { sort: 'followed', q: word, limit: 2 } as const
  const first = await listCreators(aCtx(db), wanted)
  const second = await listCreators(aCtx(db), { ...wanted, before: first.next ?? undefined })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(people.map(({ id }) => id))
})

test('suggests authors in the viewer’s topics first, and no one they follow, mute or block', async () => {
  const reader = await aPerson(db)
  const tag = unique()
  const writers = await Promise.all(Array.from({ length: 4 }, () => aPerson(db, 'author')))
  for (const { id } of writers) await anArticle(db, id, { tags: [tag] })
  await anArticle(db, (await aPerson(db, 'author')).id)
  const [topical, followed, muted, blocked] = writers
  if (!topical || !followed || !muted || !blocked) throw new Error('nobody there')
  await followTopic(as(reader), { kind: 'tag', slug: tag })
  await follow(as(reader), followed.id)
  await mute(as(reader), muted.id)
  await block(as(blocked), reader.id)
  const ids = (await listSuggestedPeople(as(reader))).map(({ id }) => id)
  expect(ids[0]).toBe(topical.id)
  expect(ids.length).toBeGreaterThan(1)
  for (const { id } of [followed, muted, blocked, reader]) expect(ids).not.toContain(id)
})

test('a person can report another once', async () => {
  const [ada, bea] = [await aPerson(db), await aPerson(db)]
  await reportPerson(as(ada), bea.handle, { reason: 'spam', note: 'Links.' })
  await reportPerson(as(ada), bea.handle, { reason: 'other', note: 'Again.' })
  const reports = await db.selectFrom('personReport').selectAll().where('personId', '=', bea.id).execute()
  expect(reports).toMatchObject([{ byId: ada.id, reason: 'spam', note: 'Links.' }])
  await expect(reportPerson(as(ada), ada.id, { reason: 'spam', note: '' })).rejects.toMatchObject({
    code: 'not-allowed',
  })
})
