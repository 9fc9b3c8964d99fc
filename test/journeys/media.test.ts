import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'

useBrowser({ pictures: true })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bramble-pictures-'))
  const noise = Buffer.from(Array.from({ length: 900 * 600 * 3 }, (_, index) => (index * 7919) % 251))
  // Noise does not compress, so this picture is sent in chunks.
  await sharp(noise, { raw: { width: 900, height: 600, channels: 3 } })
    .png()
    .toFile(join(folder, 'large.png'))
  await sharp({ create: { width: 300, height: 300, channels: 3, background: '#2f855a' } })
    .jpeg()
    .toFile(join(folder, 'small.jpg'))
  await writeFile(join(folder, 'page.png'), '<html><script>alert(1)</script></html>')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('pictures are uploaded, described and found, and one becomes the profile picture', async () => {
  const { page, person, complaints } = await signedInVisitor('author')
  await open(page, '/library')
  const item = (name: RegExp) => page.getByRole('button', { name }).first()
  const files = ['large.png', 'small.jpg', 'page.png'].map((name) => join(folder, name))
  await page.locator('input[type=file]').first().setInputFiles(files)
  await item(/large\.png/).waitFor()
  await item(/small\.jpg/).waitFor()
  await page
    .getByText(/not supported|damaged/)
    .first()
    .waitFor()

  await item(/small\.jpg/).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Description').fill('A green square')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await saved).status()).toBe(200)
  await open(page, '/library?q=green')
  await item(/small\.jpg/).waitFor()
  expect(await page.getByRole('button', { name: /large\.png/ }).count()).toBe(0)

  await open(page, '/user/account')
  await page.locator('input[type=file]').first().setInputFiles(join(folder, 'small.jpg'))
  type Shown = { avatar: { src: string } | null }
  const shown = async () => (await (await page.request.get(`/api/people/${person.handle}`)).json()) as Shown
  await expect.poll(shown).toMatchObject({ avatar: { src: expect.stringContaining('/media/') } })
  const picture = await fetch(new URL((await shown()).avatar?.src ?? '', inject('site').url))
  expect(picture.status).toBe(200)
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
  })
  expect(withoutExpected(complaints)).toEqual([])
})
