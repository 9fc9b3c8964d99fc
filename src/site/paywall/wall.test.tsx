import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { Refusal } from '#contract/errors.ts'
import type { Feature } from '#contract/settings/features.ts'
import { GiftDialog } from './gift-dialog.tsx'
import { Wall } from './wall.tsx'

const story = { id: 'S'.repeat(20), title: 'Rivers' }

async function showWall(switchedOff: Feature[]) {
  await renderPage(() => <Wall signInFor="/story/rivers" />, { api: fakeApi({}).api, switchedOff })
}

async function showGift(switchedOff: Feature[]) {
  const { api } = fakeApi({
    'POST /api/stories/{ref}/gift-link': () => {
      throw new Refusal('not-allowed', { reason: 'members-only' })
    },
  })
  await renderPage(() => <GiftDialog story={story} onClose={() => {}} />, { api, viewer: aViewer, switchedOff })
  await screen.findByRole('alert')
}

const join = () => screen.queryByRole('link', { name: 'Become a member' })

test('the wall leads to the plans while they are sold', async () => {
  await showWall([])
  expect(join()?.getAttribute('href')).toBe('/membership')
})

test('the way to the plans keeps the story', async () => {
  await renderPage(() => <Wall />, { api: fakeApi({}).api, path: '/story/the%20latch' })
  expect(join()?.getAttribute('href')).toBe('/membership?story=the%20latch')
})

test('without membership the wall offers to sign in only', async () => {
  await showWall(['membership'])
  expect(join()).toBeNull()
  screen.getByRole('link', { name: 'Sign in' })
})

test('a gift that only members can make leads to the plans while they are sold', async () => {
  await showGift([])
  expect(join()?.getAttribute('href')).toBe('/membership')
})

test('without membership a refused gift leads nowhere', async () => {
  await showGift(['membership'])
  expect(join()).toBeNull()
})
