import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { ToastHost } from '#site/ui/toast.tsx'
import { deferred } from '#test/deferred.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { StoryLike } from './story-like.tsx'

// Loaded lazily, which can exceed the query timeout on a busy machine.
beforeAll(() => import('#site/ui/toaster.tsx'), 60_000)
afterEach(cleanup)

const PUT = 'PUT /api/stories/{ref}/like'

async function open(id: string, answers: Answers) {
  const fake = fakeApi(answers)
  const story = { id, slug: id, liked: false, likes: 4 }
  const Page = () => (
    <>
      <StoryLike story={story} byKey />
      <input aria-label="Search" />
      <StoryLike story={story} />
      <ToastHost timeoutMs={5000} closeLabel="Close" />
    </>
  )
  await renderPage(Page, { api: fake.api, viewer: aViewer })
  return fake
}
const pressed = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-pressed'))

test('a like shows on both buttons at once; a refusal is undone and reported', async () => {
  const answer = deferred<object>()
  await open('story1', { [PUT]: () => answer.promise })
  await userEvent.click(screen.getAllByRole('button', { name: 'Like this story, 4' })[1] ?? document.body)
  expect(pressed()).toEqual(['true', 'true'])
  answer.reject(new Refusal('too-many-requests'))
  await screen.findAllByText('Couldn’t like this story', {}, { timeout: 15_000 })
  expect(screen.getAllByRole('button', { name: 'Like this story, 4', pressed: false })).toHaveLength(2)
})

test('the key l likes a story once, but not while the reader types', async () => {
  const { asked } = await open('story2', { [PUT]: () => ({ liked: true, likes: 5 }) })
  await userEvent.type(screen.getByLabelText('Search'), 'l')
  expect(asked(PUT)).toEqual([])
  screen.getByLabelText('Search').blur()
  await userEvent.keyboard('l')
  expect(await screen.findAllByRole('button', { name: 'Like this story, 5', pressed: true })).toHaveLength(2)
  expect(asked(PUT)).toHaveLength(1)
})
