import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor, open, somebody, useBrowser, withoutExpected } from './browser.ts'

useBrowser()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bramble-pictures-'))
  const noise = Buffer.from(Array.from({ length: 900 * 600 * 3 }, (_, index) => (index * 7919) % 251))
  // Noise does not shrink: this one is sent in pieces.
  await sharp(noise, { raw: { width: 900, height: 600, channels: 3 } })
    .png()
    .toFile(join(folder, 'large.png'))
  await sharp({ create: { width: 300, height: 300, channels: 3, background: '#2f855a' } })
    .jpeg()
    .toFile(join(folder, 'small.jpg'))
  await writeFile(join(folder, 'page.png'), '<html><script>alert(1)</script></html>')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('pictures are uploaded, described, found, and refused when they are none', async () => {
  const { page, complaints } = await somebody('author')
  await open(page, '/library')
  const files = ['large.png', 'small.jpg', 'page.png'].map((name) => join(folder, name))
  await page.locator('input[type=file]').first().setInputFiles(files)
  await page
    .getByRole('button', { name: /large\.png/ })
    .first()
    .waitFor()
  await page
    .getByRole('button', { name: /small\.jpg/ })
    .first()
    .waitFor()
  await page
    .getByText(/kind|damaged|not what its name says/)
    .first()
    .waitFor()

  await page
    .getByRole('button', { name: /small\.jpg/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Description').fill('A green square')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await saved).status()).toBe(200)
  await page.keyboard.press('Escape')
  await open(page, '/library?q=green')
  await page
    .getByRole('button', { name: /small\.jpg/ })
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: /large\.png/ }).count()).toBe(0)
  expect(withoutExpected(complaints)).toEqual([])
})

test('a picture of the person is shown to everybody, in the sizes and formats a page needs', async () => {
  const { page, person } = await somebody('author')
  await open(page, '/user/account')
  await page.locator('input[type=file]').first().setInputFiles(join(folder, 'small.jpg'))
  await expect
    .poll(async () => (await page.request.get(`/api/people/${person.handle}`)).json())
    .toMatchObject({ avatar: { src: expect.stringContaining('/media/') } })
  const stranger = await aVisitor()
  await open(stranger.page, `/user/${person.handle}`)
  const { avatar } = (await (await page.request.get(`/api/people/${person.handle}`)).json()) as {
    avatar: { src: string }
  }
  const picture = await stranger.page.request.get(avatar.src)
  expect(picture.status()).toBe(200)
  expect(picture.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
  })

  await open(page, '/library')
  await page
    .getByRole('button', { name: /small\.jpg/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('button', { name: /Delete/ })
    .last()
    .click()
  await page.getByText(/used/i).first().waitFor()
})
