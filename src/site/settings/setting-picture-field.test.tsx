import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Media } from '#contract/media.ts'
import type { SettingPicture } from '#contract/settings/settings.ts'
import { deferred } from '#test/deferred.ts'
import { aFile, fakeStorage } from '#test/fake-storage.ts'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { someMedia, withStorage } from '#test/upload-page.tsx'
import { SettingPictureField } from './setting-picture-field.tsx'

const saved: SettingPicture = {
  media: 'bbbbbbbbbbbbbbbbbbbb',
  picture: { src: '/media/saved', alt: '', width: 90, height: 60 },
}

/** Uploads a picture that is still being processed; `answer` ends that. */
async function upload() {
  const processed = deferred<Media>()
  const fake = fakeApi({
    'POST /api/media': () => someMedia({ state: 'processing' }),
    'GET /api/media/{id}': () => processed.promise,
  })
  const values: (SettingPicture | null)[] = []
  function Page() {
    const [value, setValue] = useState<SettingPicture | null>(saved)
    values.push(value)
    return <SettingPictureField legend="Logo" look="" value={value} onChange={setValue} />
  }
  await renderPage(withStorage(Page, fakeStorage()), { api: fake.api, viewer: aViewer })
  await userEvent.upload(screen.getByLabelText(/^Replace/), aFile(10))
  await waitFor(() => expect(values.at(-1)?.media).toBe(someMedia().id))
  await waitFor(() => expect(fake.asked('GET /api/media/{id}')).toHaveLength(1), { timeout: 5000 })
  return { answer: processed.resolve, current: () => values.at(-1) }
}

const ready = someMedia({ picture: { src: '/media/ready', alt: '', width: 900, height: 600 } })

test('a processed picture replaces the upload', async () => {
  const { answer, current } = await upload()
  answer(ready)
  await waitFor(() => expect(current()?.picture.src).toBe('/media/ready'))
})

test('an upload that was removed stays removed when it is processed', async () => {
  const { answer, current } = await upload()
  await userEvent.click(screen.getByRole('button', { name: 'Remove the logo' }))
  await act(async () => answer(ready))
  expect(current()).toBeNull()
})

test('after an upload that cannot be read, the picture before it returns', async () => {
  const { answer, current } = await upload()
  answer(someMedia({ state: 'failed' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Choose another')
  expect(current()).toEqual(saved)
})
