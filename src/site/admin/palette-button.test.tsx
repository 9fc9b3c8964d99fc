import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeApi, renderPage } from '#test/render-page.tsx'
import { AdminPaletteButton } from './palette-button.tsx'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['Linux x86_64', 'Ctrl K'],
  ['Win32', 'Ctrl K'],
  ['MacIntel', '⌘K'],
])('the shortcut on %s is %s', async (platform, shortcut) => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform)
  await renderPage(AdminPaletteButton, { api: fakeApi({}).api })
  expect(screen.getByRole('button', { name: /^Find/ }).querySelector('kbd')?.textContent).toBe(shortcut)
})
