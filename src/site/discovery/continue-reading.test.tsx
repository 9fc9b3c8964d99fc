import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { ToastHost } from '#site/ui/toast.tsx'
import { deferred } from '#test/deferred.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { aStoryCard } from '#test/story-cards.ts'
import { ContinueReading } from './continue-reading.tsx'

// Loaded lazily, which can exceed the query timeout on a busy machine.
beforeAll(() => import('#site/ui/toaster.tsx'), 60_000)
afterEach(cleanup)

const DELETE = 'DELETE /api/readings/{ref}'
const POST = 'POST /api/stories/{ref}/reading'
const readings = ['One', 'Two'].map((title) => ({
  story: aStoryCard(title),
  progress: 40,
  readAt: '2026-01-02T10:00:00.000Z',
}))

async function open(answers: Answers, shown = readings) {
  const fake = fakeApi(answers)
  const Page = () => (
    <>
      <ContinueReading readings={shown} />
      <ToastHost timeoutMs={5000} closeLabel="Close" />
    </>
  )
  await renderPage(Page, { api: fake.api, viewer: aViewer })
  return fake
}
const stories = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
const dismiss = (title: string) => userEvent.click(screen.getByRole('button', { name: `Dismiss “${title}”` }))

test('a dismissed story disappears immediately, the focus goes to the next one, and Undo restores it', async () => {
  const { asked } = await open({ [DELETE]: () => ({}), [POST]: () => ({}) })
  expect(screen.getAllByText('40% read, 6 min left')).toHaveLength(2)
  await dismiss('One')
  expect(stories()).toEqual(['Two'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Dismiss “Two”')
  expect(asked(DELETE)).toEqual([{ key: DELETE, input: { params: { ref: 'one' } } }])
  await userEvent.click(await screen.findByText('Undo'))
  expect(stories()).toEqual(['One', 'Two'])
  expect(asked(POST)).toEqual([
    { key: POST, input: { params: { ref: 'one' }, body: { progress: 40, finished: false } } },
  ])
})

test('a story that is almost finished says so', async () => {
  await open(
    {},
    readings.slice(0, 1).map((reading) => ({ ...reading, progress: 98 })),
  )
  expect(screen.getAllByText('98% read, less than a minute left')).toHaveLength(1)
})

test('a refused change is undone and reported', async () => {
  const { promise, reject } = deferred<object>()
  await open({ [DELETE]: () => promise })
  await dismiss('One')
  expect(stories()).toEqual(['Two'])
  reject(new Refusal('too-many-requests'))
  await screen.findAllByText('Change not saved')
  await waitFor(() => expect(stories()).toEqual(['One', 'Two']))
})
