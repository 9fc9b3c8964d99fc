import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '#server/platform/postgres/server.ts'
import { anApp } from '#test/app.ts'
import { aBrowser } from '#test/browser.ts'
import { aPicture } from '#test/pictures.ts'
import { aSiteServer } from '#test/site-server.ts'
import { anUpload, at } from '#test/storage.ts'
import { type TestSite, aGuest, twoSites } from '#test/two-sites.ts'

let home: TestSite
let guest: TestSite
beforeAll(async () => {
  const sites = await twoSites()
  home = sites.home
  guest = sites.guest
})

const objects = (uid: string) =>
  home.database.db.selectFrom('object').select('name').where('ownerUid', '=', uid).orderBy('name').execute()

async function aGuestWithUpload(bytes: Buffer, type: string) {
  const person = await aGuest({ home, guest })
  const token = await person.browser.token()
  const object = `users/${person.uid}/uploads/one`
  const headers = { 'authorization': `Firebase ${token}`, 'content-type': type }
  const sent = await home.app.get(anUpload(object), { method: 'POST', headers, body: new Uint8Array(bytes) })
  expect(sent.status).toBe(200)
  return { ...person, object, authorization: headers.authorization }
}

describe('with another site as storage service', () => {
  test('a picture is stored there without its metadata, is shown from there, and is deleted there', async () => {
    const bytes = await aPicture(400, 300)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer()
    const { browser, uid, object } = await aGuestWithUpload(bytes, 'image/jpeg')
    const { body: media } = await browser.change('POST /api/media', { body: { object, name: 'me.jpg' } })
    expect(media).toMatchObject({ kind: 'picture', state: 'ready', picture: { width: 400, height: 300 } })
    expect(media.picture?.src).toMatch(
      new RegExp(`^${home.app.url}/v0/b/bramble/o/users%2F${uid}%2Fmedia%2F\\w{20}\\?alt=media&token=`),
    )
    const shown = await fetch(media.picture?.src ?? '')
    expect(shown.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).exif).toBeUndefined()
    // Only the sanitized copy is left, and nothing is stored here.
    expect(await objects(uid)).toEqual([{ name: expect.stringContaining('/media/') }])
    expect(await guest.database.db.selectFrom('looseBlob').selectAll().execute()).toEqual([])
    expect(await guest.database.db.selectFrom('storageUse').selectAll().where('uid', '=', uid).execute()).toEqual([])

    await browser.change('PUT /api/profile/picture', { body: { media: media.id } })
    expect((await browser.viewer())?.avatar?.src).toBe(media.picture?.src)
    const page = await browser.visit('/')
    expect(page.headers.get('content-security-policy')).toMatch(new RegExp(`img-src 'self' data: ${home.app.url};`))
    expect(page.headers.get('content-security-policy')).toMatch(new RegExp(`connect-src 'self' ${home.app.url};`))

    const deleting = { params: { id: media.id }, query: { evenIfUsed: 'yes' } }
    expect((await browser.change('DELETE /api/media/{id}', deleting)).status).toBe(200)
    expect(await objects(uid)).toEqual([])
    expect((await browser.viewer())?.avatar).toBeNull()
  })

  test('deleting an account deletes its files there', async () => {
    const { browser, uid, object, authorization } = await aGuestWithUpload(
      await aPicture(80, 60).png().toBuffer(),
      'image/png',
    )
    const { body: media } = await browser.change('POST /api/media', { body: { object, name: 'me.png' } })
    const paper = `users/${uid}/uploads/paper`
    const headers = { authorization, 'content-type': 'application/pdf' }
    await home.app.get(anUpload(paper), { method: 'POST', headers, body: '%PDF-1.7 a document' })
    await browser.change('POST /api/media', { body: { object: paper, name: 'paper.pdf' } })
    expect(await objects(uid)).toHaveLength(2)
    expect((await browser.change('DELETE /api/account')).body).toEqual({ deleted: true })
    expect(await objects(uid)).toEqual([])
    expect((await fetch(media.picture?.src ?? '')).ok).toBe(false)
  })

  test('an account is deleted although the storage service does not respond', async () => {
    const { browser, uid, object } = await aGuestWithUpload(await aPicture(80, 60).png().toBuffer(), 'image/png')
    await browser.change('POST /api/media', { body: { object, name: 'me.png' } })
    const nowhere = `http://127.0.0.1:${await findFreePort()}`
    const { db } = guest.database
    const address = `${nowhere}/v0/b/bramble/o/one?alt=media&token=x`
    await db.updateTable('media').set({ address }).where('address', 'like', `%${uid}%`).execute()
    const alone = aBrowser(
      await anApp(guest.database, { SITE_URL: guest.app.url, IDENTITY_URL: home.app.url, STORAGE_URL: nowhere }),
    )
    for (const [name, value] of browser.cookies) alone.cookies.set(name, value)
    expect((await alone.change('DELETE /api/account')).body).toEqual({ deleted: true })
    expect(await db.selectFrom('account').select('uid').where('uid', '=', uid).execute()).toEqual([])
  })

  test('a file stays as it was uploaded; a wrong type, and the object of another person, are refused', async () => {
    const { browser, uid, object } = await aGuestWithUpload(Buffer.from('%PDF-1.7 a document'), 'application/pdf')
    const add = (name: string, from = object) => browser.change('POST /api/media', { body: { object: from, name } })
    expect(await add('me.jpg')).toMatchObject({ code: 'broken-file' })
    expect((await add('paper.pdf')).body).toMatchObject({ kind: 'file', picture: null, size: 19 })
    expect(await objects(uid)).toEqual([{ name: object }])
    const other = await aGuestWithUpload(Buffer.from('%PDF-1.7 private'), 'application/pdf')
    expect(await add('paper.pdf', other.object)).toMatchObject({ status: 404, code: 'object-not-found' })
  })

  test.each([
    ['an expired token', { error: { code: 401, status: 'user-token-expired' } }, 'user-token-expired'],
    ['a token that it cannot verify', { error: { code: 401, status: 'invalid-user-token' } }, 'not-allowed'],
    ['a request without an account', { error: { code: 401, status: 'sign-in-needed' } }, 'not-allowed'],
    ['a proxy', '<h1>Unauthorized</h1>', 'not-allowed'],
  ])('a 401 for %s is passed on only if a fresh token helps', async (_cause, reply, code) => {
    const { browser, uid } = await aGuest({ home, guest })
    const text = typeof reply === 'string' ? reply : JSON.stringify(reply)
    const service = await aSiteServer((_request, response) => void response.writeHead(401).end(text))
    const env = { SITE_URL: guest.app.url, IDENTITY_URL: home.app.url, STORAGE_URL: service }
    const strict = aBrowser(await anApp(guest.database, env))
    for (const [name, value] of browser.cookies) strict.cookies.set(name, value)
    const body = { object: `users/${uid}/uploads/one`, name: 'me.png' }
    expect(await strict.change('POST /api/media', { body })).toMatchObject({ code })
  })

  test('two replacements at once leave one file', async () => {
    const { browser, uid, object, authorization } = await aGuestWithUpload(
      await aPicture(90, 60).png().toBuffer(),
      'image/png',
    )
    const { body: media } = await browser.change('POST /api/media', { body: { object, name: 'one.png' } })
    const headers = { authorization, 'content-type': 'image/png' }
    const body = new Uint8Array(await aPicture(60, 90).png().toBuffer())
    const uploads = ['two', 'three'].map((name) => `users/${uid}/uploads/${name}`)
    for (const upload of uploads) await home.app.get(anUpload(upload), { method: 'POST', headers, body })
    const replaced = await Promise.all(
      uploads.map((upload) =>
        browser.change('POST /api/media/{id}/replace', { params: { id: media.id }, body: { object: upload } }),
      ),
    )
    expect(replaced.map(({ status }) => status)).toEqual([200, 200])
    expect(await objects(uid)).toHaveLength(1)
  })

  test('a picture is replaced there, and the site itself serves no storage API', async () => {
    const { browser, uid, object, authorization } = await aGuestWithUpload(
      await aPicture(90, 60).png().toBuffer(),
      'image/png',
    )
    const { body: media } = await browser.change('POST /api/media', { body: { object, name: 'one.png' } })
    const next = `users/${uid}/uploads/two`
    const body = new Uint8Array(await aPicture(60, 90).png().toBuffer())
    await home.app.get(anUpload(next), {
      method: 'POST',
      headers: { authorization, 'content-type': 'image/png' },
      body,
    })
    const replaced = await browser.change('POST /api/media/{id}/replace', {
      params: { id: media.id },
      body: { object: next },
    })
    expect(replaced.body.picture).toMatchObject({ width: 60, height: 90 })
    expect(replaced.body.picture?.src).not.toBe(media.picture?.src)
    expect(await objects(uid)).toHaveLength(1)
    expect((await guest.app.get(at(next), { headers: { authorization } })).status).toBe(404)
  })
})
