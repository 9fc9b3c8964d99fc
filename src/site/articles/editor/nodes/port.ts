import { useContext, useEffect, useRef, useState } from 'react'
import type { LookedUp } from '#contract/links.ts'
import { useApi, useBoot, useShell } from '#site/page.ts'
import { useSession } from '#site/identity/session/session.ts'
import { type FileKinds, requireKind } from '#site/storage/file-kinds.ts'
import { SendContext } from '#site/storage/xhr.ts'
import { createStorage } from '#site/storage/storage.ts'
import { type LibraryUpload, uploadToLibrary } from '#site/storage/upload-to-library.ts'

type Notices = { onProgress(bytes: number): void; onArrived(): void }

/** What blocks ask of the world outside of the text. */
export type StoryPort = {
  /** What is known of a page of another site. */
  look(address: string): Promise<LookedUp>
  /** Brings a file into the library. */
  begin(file: File, kinds: FileKinds, notices: Notices): LibraryUpload
}

const nowhere = () => {
  throw new Error('There is no way out of this editor')
}

/** For a text that is only looked at. */
export const noPort: StoryPort = { look: async () => nowhere(), begin: nowhere }

/** The port of this page. It stays the same, whatever changes behind it. */
export function useStoryPort(): StoryPort {
  const api = useApi()
  const { base, bucket } = useBoot()
  const { token } = useSession()
  const { viewer } = useShell()
  const send = useContext(SendContext)
  const latest = useRef<StoryPort>(noPort)
  useEffect(() => {
    const storage = createStorage({ base, bucket, token, send })
    latest.current = {
      look: (address) => api('POST /api/links/look', { body: { address } }),
      begin(file, kinds, notices) {
        requireKind(file, kinds)
        const keep = (body: { object: string; name: string }) => api('POST /api/media', { body })
        return uploadToLibrary({ storage, uid: viewer?.uid ?? '', file, keep, ...notices })
      },
    }
  })
  const [port] = useState<StoryPort>(() => ({
    look: (address) => latest.current.look(address),
    begin: (file, kinds, notices) => latest.current.begin(file, kinds, notices),
  }))
  return port
}
