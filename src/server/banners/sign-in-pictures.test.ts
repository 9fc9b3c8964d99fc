import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { clientOf } from '#test/client.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { aPhotoFile, anObject } from '#test/pictures.ts'
import { SignInPictureFields } from '#contract/banners.ts'
import { DAY_MS } from '#contract/constants.ts'
import { listAudit } from '#server/audit/list.ts'
import { deleteMedia } from '#server/media/delete-media.ts'
import { ingestUpload, replaceMedia } from '#server/media/ingest.ts'
import { getMedia } from '#server/media/library.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Database } from '#server/platform/db.ts'
import {
  createSignInPicture,
  deleteSignInPicture,
  getSignInPicture,
  listSignInPictures,
  reorderSignInPictures,
  updateSignInPicture,
} from './sign-in-pictures.ts'

let database: Database
let app: TestApp
let editor: TestPerson
let ctx: Ctx<Viewer>
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  editor = await aPerson(database.db, 'editor')
  ctx = { ...app.ctx, viewer: editor }
})
beforeEach(async () => {
  for (const { id } of await listSignInPictures(ctx)) await deleteSignInPicture(ctx, id)
})

const plain: SignInPictureFields = {
  media: null,
  alt: '',
  decorative: false,
  focus: null,
  quote: 'Every story finds its reader.',
  attribution: 'Ada',
  enabled: true,
}

async function aPhoto(owner: TestPerson = editor) {
  const as = { ...app.ctx, viewer: owner }
  return ingestUpload(as, {
    object: await anObject(as, owner, await aPhotoFile(800, 900)),
    name: 'Gate',
    alt: 'A gate',
  })
}

const quotes = async () => (await listSignInPictures(ctx)).map(({ quote }) => quote)

describe('the picture of the day', () => {
  test('is the next one each day, and skips those that are off', async () => {
    for (const quote of ['One', 'Two', 'Three']) await createSignInPicture(ctx, { ...plain, quote })
    await createSignInPicture(ctx, { ...plain, quote: 'Off', enabled: false })
    const time = aClock()
    const today = { ...ctx, now: time.now }
    const seen: (string | undefined)[] = []
    for (let day = 0; day < 6; day++) {
      seen.push((await getSignInPicture(today))?.quote)
      expect((await listSignInPictures(today)).find((one) => one.today)?.quote).toBe(seen.at(-1))
      time.pass(DAY_MS)
    }
    expect(seen.slice(0, 3).toSorted()).toEqual(['One', 'Three', 'Two'])
    expect(seen.slice(3)).toEqual(seen.slice(0, 3))
  })

  test('is on the cached sign-in pages at once, and gone at once', async () => {
    const page = async (path: string) => (await app.get(path, { headers: { accept: 'text/html' } })).text()
    const paths = ['/auth/newauth', '/auth/newsignup', '/auth/passreset', '/auth/emailconfirm', '/admin/auth']
    for (const path of paths) expect(await page(path)).not.toContain(plain.quote)
    const asEditor = await clientOf(app, editor)
    const { id: media } = await aPhoto()
    const fields = { ...plain, media, alt: 'A gate in fog', focus: { x: 20, y: 80 } }
    const { body } = await asEditor('POST /api/admin/sign-in-pictures', fields)
    for (const path of paths) {
      const html = await page(path)
      expect(html, path).toContain(plain.quote)
      expect(html).toContain('alt="A gate in fog"')
      expect(html).toContain('object-position:20% 80%')
    }
    await asEditor(`DELETE /api/admin/sign-in-pictures/${String(body['id'])}`)
    for (const path of paths) expect(await page(path)).not.toContain(plain.quote)
  })
})

test('a picture needs a description or is decorative, and something must be shown', () => {
  const media = 'a'.repeat(20)
  const isValid = (fields: Partial<SignInPictureFields>) =>
    SignInPictureFields.safeParse({ ...plain, ...fields }).success
  expect(isValid({ media })).toBe(false)
  expect(isValid({ media, alt: 'A gate' })).toBe(true)
  expect(isValid({ media, decorative: true })).toBe(true)
  expect(isValid({ quote: ' ' })).toBe(false)
  expect(isValid({ media, decorative: true, quote: '' })).toBe(true)
})

test('the order can be changed; what was added meanwhile comes last', async () => {
  const ids: string[] = []
  for (const quote of ['One', 'Two', 'Three']) ids.push((await createSignInPicture(ctx, { ...plain, quote })).id)
  const [one = '', two = '', three = ''] = ids
  await createSignInPicture(ctx, { ...plain, quote: 'Four' })
  await reorderSignInPictures(ctx, [three, one, two, 'gone'.repeat(5), three])
  expect(await quotes()).toEqual(['Three', 'One', 'Two', 'Four'])
})

test('a change of an older version is refused with the current one', async () => {
  const { id, version } = await createSignInPicture(ctx, plain)
  await updateSignInPicture(ctx, id, { ...plain, quote: 'Mine', version })
  await expect(updateSignInPicture(ctx, id, { ...plain, quote: 'Yours', version })).rejects.toMatchObject({
    code: 'version-conflict',
    details: { current: { quote: 'Mine' } },
  })
})

describe('a library picture', () => {
  test('is in use, and deleting it anyway leaves the quote', async () => {
    const { id: media } = await aPhoto()
    const { id } = await createSignInPicture(ctx, { ...plain, media, alt: 'A gate' })
    expect((await getMedia(ctx, media)).uses).toEqual([
      { kind: 'banner', title: plain.quote, address: '/admin/auth-banners' },
    ])
    await expect(deleteMedia(ctx, media, false)).rejects.toMatchObject({ code: 'in-use' })
    await deleteMedia(ctx, media, true)
    expect(await getSignInPicture(ctx)).toMatchObject({ picture: null, quote: plain.quote })
    expect((await listSignInPictures(ctx)).find((one) => one.id === id)).toMatchObject({ media: null, picture: null })
  })

  test('without a quote is not chosen once it is gone', async () => {
    const { id: media } = await aPhoto()
    await createSignInPicture(ctx, { ...plain, media, decorative: true, quote: '' })
    expect(await getSignInPicture(ctx)).toMatchObject({ picture: { alt: '' } })
    await deleteMedia(ctx, media, true)
    expect(await getSignInPicture(ctx)).toBeNull()
  })

  test('is no longer in use when another one is chosen', async () => {
    const [first, second] = [await aPhoto(), await aPhoto()]
    const { id, version } = await createSignInPicture(ctx, { ...plain, media: first.id, alt: 'A gate' })
    await updateSignInPicture(ctx, id, { ...plain, media: second.id, alt: 'A gate', version })
    expect((await getMedia(ctx, first.id)).uses).toEqual([])
    expect((await getMedia(ctx, second.id)).uses).toHaveLength(1)
    await deleteSignInPicture(ctx, id)
    expect((await getMedia(ctx, second.id)).uses).toEqual([])
  })

  test('of a reader cannot be replaced by them once editors use it', async () => {
    const reader = await aPerson(database.db)
    const as = { ...app.ctx, viewer: reader }
    const { id: media } = await aPhoto(reader)
    await createSignInPicture(ctx, { ...plain, media, alt: 'A gate' })
    const object = await anObject(as, reader, await aPhotoFile(500, 500))
    await expect(replaceMedia(as, media, { object })).rejects.toMatchObject({ code: 'not-allowed' })
  })

  test('that does not exist is refused', async () => {
    await expect(createSignInPicture(ctx, { ...plain, media: 'a'.repeat(20), alt: 'x' })).rejects.toMatchObject({
      code: 'invalid',
    })
  })
})

test('every change is in the audit log', async () => {
  const { id, version } = await createSignInPicture(ctx, plain)
  await updateSignInPicture(ctx, id, { ...plain, enabled: false, version })
  await deleteSignInPicture(ctx, id)
  const { items } = await listAudit(aCtx(database.db), { target: `sign-in-picture:${id}`, limit: 10 })
  expect(items.map(({ action }) => action)).toEqual([
    'sign-in-picture.deleted',
    'sign-in-picture.updated',
    'sign-in-picture.created',
  ])
  await reorderSignInPictures(ctx, [])
  const reordered = await listAudit(aCtx(database.db), { action: 'sign-in-picture.reordered', limit: 1 })
  expect(reordered.items).toHaveLength(1)
})
