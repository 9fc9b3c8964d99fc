import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openBackup } from '#server/backup/archive/check-file.ts'
import { expectAccessible } from './axe.ts'
import { open, signedInVisitor, useBrowser, withoutExpected } from './browser.ts'
import { dialogOf } from './desk.ts'

useBrowser({ pictures: true })

test('an admin backs up the site by keyboard, verifies the backup, downloads and deletes it', async () => {
  const { page, complaints } = await signedInVisitor('admin')
  await open(page, '/admin/backups')
  await page.getByRole('button', { name: 'Back up now' }).focus()
  await page.keyboard.press('Enter')
  const newest = page.locator('main li[data-state]').first()
  await newest.getByText('Complete').waitFor({ timeout: 60_000 })
  await expectAccessible(page)

  await newest.getByRole('button', { name: /^Verify/ }).focus()
  await page.keyboard.press('Enter')
  await newest.getByText('Verified', { exact: true }).waitFor({ timeout: 60_000 })

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    newest.getByRole('link', { name: /^Download/ }).press('Enter'),
  ])
  const path = await download.path()
  const { file, manifest } = await openBackup(path)
  await file.close()
  expect(manifest.tables.find(({ name }) => name === 'person')?.rows).toBeGreaterThan(0)
  expect((await readFile(path)).subarray(257, 262).toString()).toBe('ustar')

  await newest.getByRole('button', { name: /^Delete…/ }).press('Enter')
  await dialogOf(page).getByRole('button', { name: 'Delete' }).press('Enter')
  await page.locator('code', { hasText: download.suggestedFilename() }).waitFor({ state: 'detached' })
  expect(withoutExpected(complaints)).toEqual([])
})

test('an admin schedules backups, and an editor does not get to the page', async () => {
  const { page, complaints } = await signedInVisitor('admin', { viewport: { width: 390, height: 800 } })
  await open(page, '/admin/backups')
  await page.getByLabel('Back up', { exact: true }).selectOption('Every Monday')
  await page.getByLabel('Keep the last').fill('3')
  await page.getByRole('button', { name: 'Save schedule' }).click()
  await page.getByText(/Next backup: Monday/).waitFor()
  expect(withoutExpected(complaints)).toEqual([])

  const editor = await signedInVisitor('editor')
  await editor.page.goto('/admin/backups')
  expect(await editor.page.getByRole('button', { name: 'Back up now' }).count()).toBe(0)
})
