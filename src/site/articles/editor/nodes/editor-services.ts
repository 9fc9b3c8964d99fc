import { useContext, useEffect, useRef, useState } from 'react'
import type { LinkPreview } from '#contract/links.ts'
import { useApi, useBoot, useShell } from '#site/page.ts'
import { useSession } from '#site/identity/session/session.ts'
import { appCheckToken } from '#site/browser/app-check.ts'
import { type FileKinds, requireKind } from '#site/storage/file-kinds.ts'
import { SendContext } from '#site/storage/xhr.ts'
import { createStorage } from '#site/storage/storage.ts'
import { type LibraryUpload, uploadToLibrary } from '#site/storage/upload-to-library.ts'

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
  const boot = useBoot()
  const { token } = useSession()
  const { viewer } = useShell()
  const send = useContext(SendContext)
  const latest = useRef<EditorServices>(noServices)
  useEffect(() => {
    const service = boot.services.storage ?? boot.base
    const appCheck = (refused?: string | null) => appCheckToken(service, refused)
    const storage = createStorage({ base: service, bucket: boot.bucket, token, appCheck, send })
    latest.current = {
      lookUpLink: (address) => api('POST /api/links/look', { body: { address } }),
      upload(file, kinds, notices) {
        requireKind(file, kinds)
        const keep = (body: { object: string; name: string }) => api('POST /api/media', { body })
        return uploadToLibrary({ storage, uid: viewer?.uid ?? '', file, keep, ...notices })
      },
    }
  })
  const [services] = useState<EditorServices>(() => ({
    lookUpLink: (address) => latest.current.lookUpLink(address),
    upload: (file, kinds, notices) => latest.current.upload(file, kinds, notices),
  }))
  return services
}
