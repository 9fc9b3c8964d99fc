import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { ToastHost } from '#site/ui/toast.tsx'
import { deferred } from '#test/deferred.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { FollowTopicButton } from './follow-topic-button.tsx'

// Loaded lazily, which can exceed the query timeout on a busy machine.
beforeAll(() => import('#site/ui/toaster.tsx'), 60_000)
afterEach(cleanup)

const PUT = 'PUT /api/topics/{kind}/{slug}'
const DELETE = 'DELETE /api/topics/{kind}/{slug}'

async function open(answers: Answers, viewer: typeof aViewer | null = aViewer) {
  const fake = fakeApi(answers)
  const Page = () => (
    <>
      <FollowTopicButton topic={{ kind: 'category', slug: 'nature', name: 'Nature' }} following={false} />
      <ToastHost timeoutMs={5000} closeLabel="Close" />
    </>
  )
  await renderPage(Page, { api: fake.api, viewer, path: '/category/nature' })
  return fake
}
// The space before the hidden word is lost without a style sheet.
const FOLLOW = /^Follow ?Nature$/
const FOLLOWING = /^Following ?Nature$/
const button = (name: RegExp) => screen.getByRole('button', { name })

test('a topic is followed and unfollowed at once; quick presses are sent one after the other', async () => {
  const { promise, resolve } = deferred<object>()
  const { asked } = await open({ [PUT]: () => promise, [DELETE]: () => ({}) })
  await userEvent.click(button(FOLLOW))
  expect(button(FOLLOWING).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(button(FOLLOWING))
  expect(button(FOLLOW).getAttribute('aria-pressed')).toBe('false')
  expect(asked(DELETE)).toEqual([])
  resolve({})
  await waitFor(() => expect(asked(DELETE)).toHaveLength(1))
  expect(asked(PUT)).toEqual([{ key: PUT, input: { params: { kind: 'category', slug: 'nature' } } }])
})

test('a refused follow is undone and reported', async () => {
  const { promise, reject } = deferred<object>()
  await open({ [PUT]: () => promise })
  await userEvent.click(button(FOLLOW))
  button(FOLLOWING)
  reject(new Refusal('too-many-requests'))
  await screen.findAllByText('Couldn’t follow Nature')
  expect(button(FOLLOW).getAttribute('aria-pressed')).toBe('false')
})

test('a visitor gets a link to sign in that leads back', async () => {
  await open({}, null)
  const link = screen.getByRole('link', { name: FOLLOW })
  expect(link.getAttribute('href')).toBe('/auth/newauth?next=%2Fcategory%2Fnature')
})
