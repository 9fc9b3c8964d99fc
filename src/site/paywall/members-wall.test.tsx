import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { deferred } from '#test/deferred.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { Refusal } from '#contract/errors.ts'
import type { MembersPart } from '#contract/paywall.ts'
import { HTML_ID } from '#site/page-data.ts'
import { MembersWall } from './members-wall.tsx'
import { openedPart } from './opened-part.ts'

const storyOf = (name: string) => ({ id: name.repeat(20), slug: name, html: `<p>Preview ${name}</p>` })
const [first, second] = [storyOf('a'), storyOf('b')]

const walled: MembersPart = {
  html: null,
  replacesPreview: false,
  contents: [],
  because: null,
  gift: null,
  free: { left: 2, limit: 3, resetsAt: '2026-12-01T00:00:00.000Z' },
  signInHelps: false,
}
const whole = (name: string): MembersPart => ({ ...walled, html: `<p>Hidden ${name}</p>`, because: 'member' })

/** As the story page does: a story of its own element, and the wall only while the text is cut. */
function Stories() {
  const [shown, setShown] = useState<typeof first | null>(first)
  return (
    <>
      <button onClick={() => setShown(second)}>Next story</button>
      <button onClick={() => setShown(null)}>Leave</button>
      {shown && (
        <>
          <div key={shown.id} id={HTML_ID} className="story-fading" dangerouslySetInnerHTML={{ __html: shown.html }} />
          <MembersWall story={shown} minutesLeft={3} />
        </>
      )}
    </>
  )
}

async function show(answers: Answers, path = '/') {
  const fake = fakeApi(answers)
  await renderPage(Stories, { api: fake.api, viewer: aViewer, path })
  return fake
}

test.each(['', 'x'.repeat(61)])('a gift that cannot be one is ignored: %o', async (gift) => {
  const { calls } = await show({ 'GET /api/stories/{ref}/members-part': () => walled }, `/?gift=${gift}`)
  expect(calls).toEqual([{ key: 'GET /api/stories/{ref}/members-part', input: { params: { ref: first.id } } }])
  screen.getByText(/You have 2 free members’ stories left/)
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('the rest is inserted below the preview, and removed with the page', async () => {
  await show({ 'GET /api/stories/{ref}/members-part': () => whole('a') })
  const text = document.getElementById(HTML_ID)
  expect(text?.textContent).toBe('Preview aHidden a')
  expect(openedPart.get()?.storyId).toBe(first.id)
  await press('Next story')
  expect(openedPart.get()?.storyId).toBe(second.id)
  await press('Leave')
  expect(openedPart.get()).toBeNull()
})

test('an answer that comes on the next story is not shown there', async () => {
  const answers = { [first.id]: deferred<MembersPart>(), [second.id]: deferred<MembersPart>() }
  await show({ 'GET /api/stories/{ref}/members-part': ({ params }) => answers[params?.['ref'] ?? '']?.promise })
  await press('Next story')
  await act(async () => answers[first.id]?.resolve(whole('a')))
  expect(document.body.textContent).not.toContain('Hidden a')
  expect(openedPart.get()).toBeNull()
  await act(async () => answers[second.id]?.resolve(whole('b')))
  expect(document.getElementById(HTML_ID)?.textContent).toBe('Preview bHidden b')
})

test('a refusal to open the story says when to try again', async () => {
  await show({
    'GET /api/stories/{ref}/members-part': () => walled,
    'POST /api/stories/{ref}/open': () => {
      throw new Refusal('too-many-requests', { retryAfter: 600 })
    },
  })
  await press('Read this story free')
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Try again in 10 minutes.')
})

test.each(['opened', 'refused'])('a free story that is %s after its page was left is not shown', async (outcome) => {
  const opening = deferred<MembersPart>()
  let asked = 0
  await show({
    'GET /api/stories/{ref}/members-part': ({ params }) =>
      params?.['ref'] === first.id && (asked += 1) > 1 ? whole('a') : walled,
    'POST /api/stories/{ref}/open': () => opening.promise,
  })
  await press('Read this story free')
  await press('Next story')
  await act(async () => (outcome === 'opened' ? opening.resolve(whole('a')) : opening.reject(new Error('offline'))))
  expect(document.getElementById(HTML_ID)?.textContent).toBe('Preview b')
  expect(openedPart.get()).toBeNull()
})
