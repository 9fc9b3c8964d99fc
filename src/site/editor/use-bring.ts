import { useContext } from 'react'
import type { Media } from '#contract/media.ts'
import { useApi, useBoot, useShell } from '#site/page.ts'
import { useSession } from '#site/session/session.ts'
import { SendContext } from '#site/upload/send.ts'
import { createStorage } from '#site/upload/storage.ts'
import { takeIn } from '#site/upload/take-in.ts'
import type { PastedPicture } from './paste/page.ts'

/** Takes a picture of pasted text into the library: from its site by our server, or out of the text by an upload. */
export function useBring() {
  const api = useApi()
  const { base, bucket } = useBoot()
  const { token } = useSession()
  const { viewer } = useShell()
  const send = useContext(SendContext)
  return async ({ source, alt }: PastedPicture): Promise<Media> => {
    if (!source.startsWith('data:')) return api('POST /api/links/picture', { body: { address: source, alt } })
    const storage = createStorage({ base, bucket, token, send })
    const keep = (body: { object: string; name: string }) => api('POST /api/media', { body: { ...body, alt } })
    const silent = { onProgress() {}, onArrived() {} }
    return takeIn({ storage, uid: viewer?.uid ?? '', file: fileOf(source), keep, ...silent }).done
  }
}

/** The file that a data address holds. Fetching it would need a wider content policy. */
function fileOf(source: string): File {
  const [head = '', body = ''] = source.split(',', 2)
  const type = head.slice('data:'.length).split(';', 1)[0] ?? ''
  const bytes = Uint8Array.from(atob(body.trim()), (letter) => letter.codePointAt(0) ?? 0)
  return new File([bytes], `pasted.${type.split('/')[1] ?? 'png'}`, { type })
}
