import { fireEvent } from '@testing-library/react'
import type { ComponentType } from 'react'
import type { Media } from '#contract/media.ts'
import { SendContext } from '#site/storage/xhr.ts'
import type { fakeStorage } from './fake-storage.ts'
import { aViewer } from './render-page.tsx'

/** A page whose uploads go to a fake storage. */
export function withStorage(Page: ComponentType, { send }: Pick<ReturnType<typeof fakeStorage>, 'send'>) {
  return function PageWithStorage() {
    return (
      <SendContext value={send}>
        <Page />
      </SendContext>
    )
  }
}

export function someMedia(more: Partial<Media> = {}): Media {
  const id = more.id ?? 'aaaaaaaaaaaaaaaaaaaa'
  return {
    id,
    kind: 'picture',
    state: 'ready',
    name: 'photo.png',
    type: 'image/png',
    size: 1_400_000,
    picture: { src: `/media/${id}`, alt: 'A gate', width: 900, height: 600 },
    address: `/media/${id}`,
    uses: [],
    owner: { id: aViewer.id, name: aViewer.name, handle: aViewer.handle },
    createdAt: '2026-01-01T10:00:00.000Z',
    ...more,
  }
}

/** jsdom has neither clipboard nor drag and drop. */
export const transfer = (files: File[]) => ({ files, types: files.length > 0 ? ['Files'] : ['text/plain'] })

export function drop(element: Element, files: File[]) {
  fireEvent.dragEnter(element, { dataTransfer: transfer(files) })
  fireEvent.drop(element, { dataTransfer: transfer(files) })
}
