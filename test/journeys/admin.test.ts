import { expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { open, signedInVisitor, useBrowser } from './browser.ts'

useBrowser({ pictures: true })

test('an admin goes from the dashboard to the audit log by keyboard alone, and filters it', async () => {
  const { page, complaints } = await signedInVisitor('admin')
  await open(page, '/admin')
  await page.getByRole('heading', { level: 1, name: /^Welcome back/ }).waitFor()
  await page.getByRole('heading', { level: 2, name: 'Needs attention' }).waitFor()
  await expectAccessible(page, 'the dashboard')

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find people, stories and actions' }).waitFor()
  await expectAccessible(page, 'the palette')
  await page.keyboard.type('refused')
  await page.getByRole('option', { name: /Show refused admin actions/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/audit?outcome=refused')
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await expectAccessible(page, 'the audit log')

  await page.getByRole('searchbox').focus()
  await page.keyboard.type('no-such-thing')
  await page.keyboard.press('Enter')
  await page.getByText('No entries found').waitFor()
  expect(new URL(page.url()).searchParams.get('outcome')).toBe('refused')
  expect(complaints).toEqual([])
})
