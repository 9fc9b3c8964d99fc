import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { Media } from '#contract/media.ts'
import { aFile, fakeStorage } from '#test/fake-storage.ts'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { drop, someMedia, withStorage } from '#test/upload-page.tsx'
import { PictureField } from './picture-field.tsx'

async function open(onChange: (media: Media | null) => Promise<unknown>) {
  const { api } = fakeApi({ 'POST /api/media': () => someMedia() })
  const Page = () => <PictureField label="Cover" shape="wide" picture={null} onChange={onChange} />
  await renderPage(withStorage(Page, fakeStorage()), { api, viewer: aViewer })
}

test('a picture is chosen, replaced by dropping another, and removed', async () => {
  const onChange = vi.fn<(media: Media | null) => Promise<void>>(async () => {})
  await open(onChange)
  await userEvent.upload(screen.getByLabelText('Choose a picture, Cover'), aFile(10))
  await screen.findByRole('img', { name: 'A gate' })
  drop(screen.getByRole('group', { name: 'Cover' }), [aFile(10)])
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(2))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove, Cover' }))
  await waitFor(() => expect(screen.queryByRole('img', { name: 'A gate' })).toBeNull())
  expect(onChange).toHaveBeenLastCalledWith(null)
})

test('a refused change is reported and reverted', async () => {
  await open(() => Promise.reject(new Refusal('not-allowed')))
  await userEvent.upload(screen.getByLabelText('Choose a picture, Cover'), aFile(10))
  await screen.findByText('You don’t have permission to do that.')
  expect(screen.queryByRole('img')).toBeNull()
})
