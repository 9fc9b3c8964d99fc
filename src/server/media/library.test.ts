import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDraft } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aPerson, aSession } from '#test/people.ts'
import { aPhotoFile, aPicture, anObject } from '#test/pictures.ts'
import { usedBy } from '#test/storage.ts'
import type { Role } from '#contract/endpoint.ts'
import type { Media } from '#contract/media.ts'
import type { Viewer } from '#contract/viewer.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Database } from '#server/platform/db.ts'
import { replaceMedia, ingestUpload } from './ingest.ts'
import { updateMedia, getMedia, listAltTextsInStories, listMedia } from './library.ts'
import { addMediaReference } from './media-references.ts'
import { deleteMedia } from './delete-media.ts'

let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
})

type As = Ctx<Viewer> & { viewer: TestPerson }

async function aViewer(role: Role = 'reader'): Promise<As> {
  return { ...app.ctx, viewer: await aPerson(database.db, role) }
}

async function aPhoto(ctx: As, name = 'Gate', alt = '') {
  return ingestUpload(ctx, { object: await anObject(ctx, ctx.viewer, await aPhotoFile(400, 300)), name, alt })
}

async function clientOf(ctx: As) {
  const { bearer } = await aSession(database.db, ctx.viewer, app.ctx)
  return async (method: string, path: string, body?: unknown) => {
    const response = await app.get(path, {
      method,
      headers: { authorization: bearer, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return {
      status: response.status,
      body: (await response.json()) as Media & { avatar: Media['picture']; error: { code: string; details: unknown } },
    }
  }
}

function personRow(id: string) {
  return database.db.selectFrom('person').select(['avatar', 'uid']).where('id', '=', id).executeTakeFirstOrThrow()
}

describe('alt texts of stories', () => {
  test('are listed newest first, from stories that the viewer can edit', async () => {
    const [ada, bob, editor] = [await aViewer(), await aViewer(), await aViewer('editor')]
    const { id, address } = await aPhoto(ada)
    const image = (alt: string) => ({ type: 'image', attrs: { media: id, src: address, alt } })
    const draftOf = async (who: As, alts: string[], ago: number) => {
      const body = { type: 'doc' as const, content: alts.map(image) }
      const article = await aDraft(database.db, who.viewer.id, { body, savedAt: new Date(Date.now() - ago) })
      await addMediaReference(who, { mediaId: id, kind: 'article', ref: article.id })
    }
    await draftOf(ada, ['An old gate', ''], 2000)
    await draftOf(ada, ['A gate in the snow', 'An old gate'], 1000)
    await draftOf(bob, ['A secret'], 0)
    expect(await listAltTextsInStories(ada, id)).toEqual(['A gate in the snow', 'An old gate'])
    expect(await listAltTextsInStories(editor, id)).toContain('A secret')
    await expect(listAltTextsInStories(bob, id)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('a library', () => {
  test('is listed newest first with pagination, and searched by name and alt text', async () => {
    const ada = await aViewer()
    const names = ['One 50%', 'Two', 'Three', 'Four', 'Five']
    for (const name of names) await aPhoto(ada, name, name === 'Two' ? 'A red KITE' : '')
    const first = await listMedia(ada, { limit: 2, of: 'me' })
    const second = await listMedia(ada, { limit: 2, of: 'me', before: first.next ?? '' })
    const third = await listMedia(ada, { limit: 2, of: 'me', before: second.next ?? '' })
    const listed = [first, second, third].flatMap(({ items }) => items.map(({ name }) => name))
    expect([listed, third.next]).toEqual([names.toReversed(), null])
    const found = async (q: string) => (await listMedia(ada, { limit: 9, of: 'me', q })).items.map(({ name }) => name)
    expect(await found('thr')).toEqual(['Three'])
    expect(await found('kite')).toEqual(['Two'])
    expect(await found('50%')).toEqual(['One 50%'])
    expect(await found('%')).toEqual(['One 50%'])
    expect((await listMedia(ada, { limit: 9, of: 'me', kind: 'file' })).items).toEqual([])
    await expect(listMedia(ada, { limit: 2, of: 'me', before: 'x' })).rejects.toMatchObject({ code: 'invalid' })
  })

  test('belongs to its owner; editors can see it, admins can change it', async () => {
    const [ada, bob, editor, admin] = [
      await aViewer(),
      await aViewer(),
      await aViewer('editor'),
      await aViewer('admin'),
    ]
    const { id } = await aPhoto(ada)
    await expect(listMedia(bob, { limit: 9, of: 'everybody' })).rejects.toMatchObject({ code: 'not-allowed' })
    expect((await listMedia(bob, { limit: 9, of: 'me' })).items).toEqual([])
    expect((await listMedia(editor, { limit: 50, of: 'everybody' })).items.some((media) => media.id === id)).toBe(true)
    expect(await getMedia(editor, id)).toMatchObject({ owner: { id: ada.viewer.id, handle: ada.viewer.handle } })
    await expect(updateMedia(editor, id, { alt: 'x' })).rejects.toMatchObject({ code: 'not-allowed' })
    expect(await updateMedia(admin, id, { alt: 'x' })).toMatchObject({ picture: { alt: 'x' } })

    const call = await clientOf(bob)
    const object = await anObject(bob, bob.viewer, await aPicture(9, 9).png().toBuffer())
    for (const answer of [
      await call('GET', `/api/media/${id}`),
      await call('PATCH', `/api/media/${id}`, { name: 'Mine' }),
      await call('POST', `/api/media/${id}/replace`, { object }),
      await call('DELETE', `/api/media/${id}`),
      await call('PUT', '/api/profile/picture', { media: id }),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not-found'])
    }
  })
})

describe('over HTTP', () => {
  test('a picture is added, processed, renamed and deleted', async () => {
    const ada = await aViewer()
    const call = await clientOf(ada)
    const object = await anObject(ada, ada.viewer, await aPicture(400, 300).png().toBuffer())
    const { status, body } = await call('POST', '/api/media', { object, name: 'Gate.png' })
    expect([status, body.state]).toEqual([200, 'processing'])
    const state = async () => (await call('GET', `/api/media/${body.id}`)).body.state
    await expect.poll(state, { timeout: 20_000 }).toBe('ready')
    expect((await call('PATCH', `/api/media/${body.id}`, { name: 'Door', alt: 'A api' })).body).toMatchObject({
      name: 'Door',
      picture: { alt: 'A api' },
    })
    expect((await call('DELETE', `/api/media/${body.id}`)).body).toEqual({ deleted: true })
    expect((await call('GET', `/api/media/${body.id}`)).status).toBe(404)
  })
})

describe('the storage use of a library', () => {
  const words = async (ctx: As, text: string) => ({
    object: await anObject(ctx, ctx.viewer, Buffer.from(text)),
    name: 'words.txt',
    alt: '',
  })
  const counts = async ({ viewer }: As) => [await usedBy(database.db, viewer.uid), await usedBy(database.db, '__site')]

  test('counts for its owner and the site until media is replaced or deleted', async () => {
    const [ada, admin] = [await aViewer(), await aViewer('admin')]
    const [, site = 0] = await counts(ada)
    const { id } = await ingestUpload(ada, await words(ada, 'seven..'))
    expect(await counts(ada)).toEqual([7, site + 7])
    await replaceMedia(ada, id, await words(ada, 'all of ten'))
    expect(await counts(ada)).toEqual([10, site + 10])
    await replaceMedia(admin, id, await words(admin, 'four'))
    expect([await counts(ada), await counts(admin)]).toEqual([
      [4, site + 4],
      [0, site + 4],
    ])
    await deleteMedia(admin, id, false)
    expect(await counts(ada)).toEqual([0, site])
  })

  test('may reach the quota, and media can be replaced by smaller files then', async () => {
    const ada = await aViewer()
    const full = { ...ada, storage: { ...ada.storage, personBytes: 7 } }
    const { id } = await ingestUpload(full, await words(full, 'seven..'))
    await expect(words(full, 'x')).rejects.toMatchObject({ code: 'quota-exceeded' })
    await expect(replaceMedia(full, id, await words(ada, 'and eight'))).rejects.toMatchObject({
      code: 'quota-exceeded',
    })
    expect(await replaceMedia(full, id, await words(ada, 'five.'))).toMatchObject({ size: 5 })
  })

  test('ends with the owner’s account', async () => {
    const ada = await aViewer()
    const [, site = 0] = await counts(ada)
    await ingestUpload(ada, await words(ada, 'one'))
    await ingestUpload(ada, await words(ada, 'another'))
    await words(ada, 'never taken in')
    await deleteAccount(app.ctx, ada.viewer.uid)
    expect(await counts(ada)).toEqual([0, site])
  })
})

describe('the profile picture', () => {
  test('is referenced, and updated and removed with its media', async () => {
    const ada = await aViewer()
    const call = await clientOf(ada)
    const { id } = await aPhoto(ada, 'Me', 'Me at a gate')
    const { body } = await call('PUT', '/api/profile/picture', { media: id })
    expect(body.avatar?.src).toMatch(new RegExp(`^/media/${id}-\\w{8}/320\\.jpg$`))
    const shown = async () =>
      (await (await app.get(`/api/people/${ada.viewer.handle}`)).json()) as { avatar: Media['picture'] }
    expect((await shown()).avatar).toEqual(body.avatar)
    const account = () =>
      database.db.selectFrom('account').select('photoUrl').where('uid', '=', ada.viewer.uid).executeTakeFirst()
    expect((await account())?.photoUrl).toBe(new URL(body.avatar?.src ?? '', app.ctx.site.origin).href)
    const uses = [{ kind: 'avatar', title: ada.viewer.name, address: `/user/${ada.viewer.handle}` }]
    expect(await getMedia(ada, id)).toMatchObject({ uses })

    const object = await anObject(ada, ada.viewer, await aPicture(330, 330).png().toBuffer())
    const replaced = (await call('POST', `/api/media/${id}/replace`, { object })).body
    const { avatar } = await shown()
    expect([avatar?.width, avatar?.src.split('/')[2]]).toEqual([330, replaced.address.split('/')[2]])
    await call('PATCH', `/api/media/${id}`, { alt: 'Me again' })
    expect((await shown()).avatar?.alt).toBe('Me again')

    const refused = await call('DELETE', `/api/media/${id}`)
    expect([refused.status, refused.body.error]).toMatchObject([409, { code: 'in-use', details: { uses } }])
    expect((await call('DELETE', `/api/media/${id}?evenIfUsed=yes`)).body).toEqual({ deleted: true })
    expect([(await shown()).avatar, (await account())?.photoUrl]).toEqual([null, null])
  })

  test('can be changed and removed', async () => {
    const ada = await aViewer()
    const call = await clientOf(ada)
    const [first, second] = [await aPhoto(ada), await aPhoto(ada)]
    for (const { id } of [first, second]) await call('PUT', '/api/profile/picture', { media: id })
    expect((await getMedia(ada, first.id)).uses).toEqual([])
    expect((await getMedia(ada, second.id)).uses).toHaveLength(1)
    expect((await call('PUT', '/api/profile/picture', { media: null })).body).toEqual({ avatar: null })
    expect((await getMedia(ada, second.id)).uses).toEqual([])
    expect((await personRow(ada.viewer.id)).avatar).toBe(null)
  })

  test('cannot be a file', async () => {
    const ada = await aViewer()
    const { id } = await ingestUpload(ada, {
      object: await anObject(ada, ada.viewer, Buffer.from('words')),
      name: 'a',
      alt: '',
    })
    expect((await (await clientOf(ada))('PUT', '/api/profile/picture', { media: id })).status).toBe(404)
  })

  test('is deleted with the account, like the whole library', async () => {
    const ada = await aViewer()
    const { id } = await aPhoto(ada)
    await (
      await clientOf(ada)
    )('PUT', '/api/profile/picture', { media: id })
    await deleteAccount(app.ctx, ada.viewer.uid)
    await expect(getMedia(await aViewer('admin'), id)).rejects.toMatchObject({ code: 'not-found' })
  })
})
