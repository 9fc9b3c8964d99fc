import { act, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { aFile, fakeStorage } from '#test/fake-storage.ts'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { someMedia, withStorage } from '#test/upload-page.tsx'
import { type EditorServices, noServices, useEditorServices } from './editor-services.ts'

test('an upload of the editor ends when another person signs in', async () => {
  let services = noServices
  const ready = (found: EditorServices) => {
    services = found
  }
  function Page() {
    const found = useEditorServices()
    useEffect(() => ready(found), [found])
    return null
  }
  const { api, asked } = fakeApi({ 'POST /api/media': () => someMedia() })
  const { send, requests } = fakeStorage({ trouble: (_, nth) => (nth === 1 ? 'hang' : undefined) })
  const viewer = { ...aViewer }
  const router = await renderPage(withStorage(Page, { send }), { api, viewer })
  const notices = { onProgress() {}, onArrived() {} }
  const upload = services.upload(aFile(10), 'pictures', notices)
  await waitFor(() => expect(requests).toHaveLength(1))
  upload.pause()
  viewer.uid = 'uid2'
  await act(() => router.revalidate())
  upload.resume()
  await expect(upload.done).rejects.toMatchObject({ code: 'app-deleted' })
  expect(asked('POST /api/media')).toEqual([])
  await services.upload(aFile(10), 'pictures', notices).done
  expect(asked('POST /api/media')).toMatchObject([
    { input: { body: { object: expect.stringMatching(/^users\/uid2\//) } } },
  ])
})
