import { useEffect, useRef, useState } from 'react'
import type { LinkPreview } from '#contract/links.ts'
import { useApi } from '#site/page.ts'
import { type FileKinds, requireKind } from '#site/storage/file-kinds.ts'
import { type LibraryUpload, uploadToLibrary } from '#site/storage/upload-to-library.ts'
import { useStorage } from '#site/storage/use-storage.ts'

type Notices = { onProgress(bytes: number): void; onArrived(): void }

/** Network services that nodes use. */
export type EditorServices = {
  lookUpLink(address: string): Promise<LinkPreview>
  /** Uploads a file to the library. */
  upload(file: File, kinds: FileKinds, notices: Notices): LibraryUpload
}

const unavailable = () => {
  throw new Error('This editor has no services')
}

/** For editors that only display a document. */
export const noServices: EditorServices = { lookUpLink: async () => unavailable(), upload: unavailable }

/** A stable object: the services behind it may change. */
export function useEditorServices(): EditorServices {
  const api = useApi()
  const openStorage = useStorage()
  const latest = useRef<EditorServices>(noServices)
  useEffect(() => {
    const { uid, storage } = openStorage()
    latest.current = {
      lookUpLink: (address) => api('POST /api/links/look', { body: { address } }),
      upload(file, kinds, notices) {
        requireKind(file, kinds)
        const keep = (body: { object: string; name: string }) => api('POST /api/media', { body })
        return uploadToLibrary({ storage, uid, file, keep, ...notices })
      },
    }
  })
  const [services] = useState<EditorServices>(() => ({
    lookUpLink: (address) => latest.current.lookUpLink(address),
    upload: (file, kinds, notices) => latest.current.upload(file, kinds, notices),
  }))
  return services
}
