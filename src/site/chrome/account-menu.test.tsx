import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import type { Feature } from '#contract/settings/features.ts'
import { AccountMenu } from './account-menu.tsx'

async function linksWithout(switchedOff: Feature[]) {
  const { api } = fakeApi({})
  await renderPage(() => <AccountMenu viewer={aViewer} />, { api, viewer: aViewer, switchedOff })
  await userEvent.click(screen.getByRole('button', { name: 'Account menu, Ada' }))
  await screen.findByRole('menuitem', { name: 'Sign out' })
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}

test('the menu leads to the membership and the berry basket', async () => {
  expect(await linksWithout([])).toEqual(expect.arrayContaining(['Berry basket', 'Membership', 'Account']))
})

test.each<[Feature, string, string]>([
  ['membership', 'Membership', 'Berry basket'],
  ['berries', 'Berry basket', 'Membership'],
])('without %s there is no link “%s”', async (feature, hidden, shown) => {
  const names = await linksWithout([feature])
  expect(names).not.toContain(hidden)
  expect(names).toContain(shown)
})
