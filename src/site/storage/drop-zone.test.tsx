import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { Media } from '#contract/media.ts'
import { type InjectedFailure, aFile, fakeStorage } from '#test/fake-storage.ts'
import { aViewer, type Answers, fakeApi, renderPage } from '#test/render-page.tsx'
import { drop, someMedia, transfer, withStorage } from '#test/upload-page.tsx'
import { DropZone } from './drop-zone.tsx'

const taken: Answers = {
  'POST /api/media': ({ body }) => {
    if (String(body?.['name']).startsWith('bad')) throw new Refusal('broken-file')
    return someMedia({ name: String(body?.['name']) })
  },
}

async function open({
  trouble,
  answers = taken,
  several = true,
}: { trouble?: InjectedFailure; answers?: Answers; several?: boolean } = {}) {
  const store = fakeStorage(trouble ? { trouble } : {})
  const fake = fakeApi(answers)
  const got: Media[] = []
  const ready: Media[] = []
  function Page() {
    return (
      <>
        <DropZone
          label="Choose pictures"
          kinds="pictures"
          several={several}
          pasteAnywhere
          onTaken={(media) => got.push(media)}
          onReady={(media) => ready.push(media)}
        />
        <textarea aria-label="Text" />
      </>
    )
  }
  await renderPage(withStorage(Page, store), { api: fake.api, viewer: aViewer })
  return { ...store, ...fake, got, ready, input: screen.getByLabelText<HTMLInputElement>('Choose pictures') }
}

const names = (media: readonly Media[]) => media.map(({ name }) => name)

test('files are chosen with a real file input that the keyboard reaches', async () => {
  const { input, got, requests, asked } = await open()
  await userEvent.tab()
  expect(document.activeElement).toBe(input)
  expect(input.accept).toContain('image/jpeg')
  await userEvent.upload(input, [aFile(10, 'Blick über die Brücke.png'), aFile(20, 'two.png')])
  await waitFor(() => expect(names(got)).toEqual(['Blick über die Brücke.png', 'two.png']))
  const object = decodeURIComponent(requests[0]?.url.split('name=')[1] ?? '')
  expect(object).toMatch(/^users\/uid1\/uploads\/[\w-]{36}-Blick-uber-die-Brucke\.png$/)
  expect(asked('POST /api/media')[0]?.input).toEqual({ body: { object, name: 'Blick über die Brücke.png' } })
  await screen.findByText('two.png uploaded.')
})

test('files are dropped, and pasted anywhere except into a text field', async () => {
  const { input, got } = await open()
  drop(input, [aFile(10, 'dropped.png')])
  await waitFor(() => expect(names(got)).toEqual(['dropped.png']))
  fireEvent.paste(screen.getByLabelText('Text'), { clipboardData: transfer([aFile(10, 'in-text.png')]) })
  fireEvent.paste(document.body, { clipboardData: transfer([]) })
  fireEvent.paste(document.body, { clipboardData: transfer([aFile(10, 'pasted.png')]) })
  fireEvent.paste(input, { clipboardData: transfer([aFile(10, 'on-the-zone.png')]) })
  await waitFor(() => expect(names(got)).toHaveLength(3))
  expect(names(got).toSorted()).toEqual(['dropped.png', 'on-the-zone.png', 'pasted.png'])
})

test('a zone for one file accepts only one', async () => {
  const { input, got } = await open({ several: false })
  drop(input, [aFile(10, 'one.png'), aFile(10, 'two.png')])
  await waitFor(() => expect(got).toHaveLength(1))
  expect(screen.queryByText('two.png')).toBeNull()
})

test('a failed upload does not block the others, shows the reason, and can be retried', async () => {
  let full = true
  const { input, got, objects } = await open({
    trouble: ({ url }) => (full && url.includes('full.png') ? 402 : undefined),
  })
  const files = [
    aFile(10, 'full.png'),
    aFile(10, 'bad.png'),
    aFile(10, 'notes.txt', 'text/plain'),
    aFile(10, 'good.png'),
  ]
  drop(input, files)
  await waitFor(() => expect(names(got)).toEqual(['good.png']))
  screen.getByText(/Your storage is full/)
  await screen.findByText(/This file is damaged/)
  screen.getByText(/Choose a JPEG, PNG, WebP, AVIF or GIF picture/)
  // A file that the library refused does not take up storage.
  await waitFor(() => expect([...objects.keys()].some((name) => name.endsWith('bad.png'))).toBe(false))

  full = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry full.png' }))
  await waitFor(() => expect(names(got)).toEqual(['good.png', 'full.png']))
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss bad.png' }))
  expect(screen.queryByText('bad.png')).toBeNull()
})

test('an upload can be paused, resumed and canceled, and only a running one asks before leaving', async () => {
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  const { input } = await open({ trouble: () => 'hang' })
  expect(leave()).toBe(false)
  drop(input, [aFile(700_000, 'long.png')])
  await userEvent.click(await screen.findByRole('button', { name: 'Pause long.png' }))
  screen.getByText('0 bytes of 700 KB, paused')
  expect(leave()).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Resume long.png' }))
  screen.getByRole('progressbar', { name: 'long.png' })
  expect(leave()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel long.png' }))
  await waitFor(() => expect(screen.queryByText('long.png')).toBeNull())
  expect(leave()).toBe(false)
})

test('a picture can be used while it is processing, and is polled until it is ready', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let polls = 0
  const { input, got, ready } = await open({
    answers: {
      'POST /api/media': () => someMedia({ state: 'processing' }),
      'GET /api/media/{id}': () => someMedia({ state: ++polls < 3 ? 'processing' : 'ready' }),
    },
  })
  drop(input, [aFile(10)])
  await vi.waitFor(() => expect(got).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(polls).toBe(3)
  expect(ready.map(({ state }) => state)).toEqual(['ready'])
  vi.useRealTimers()
})
