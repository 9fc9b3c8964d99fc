import type { Media } from '#contract/media.ts'
import { useApi } from '#site/page.ts'
import type { StoryPort } from '#site/articles/editor/nodes/port.ts'
import type { PastedPicture } from '#site/articles/editor/paste/page.ts'

/** Takes a picture of pasted text into the library: from its site by our server, or out of the text by an upload. */
export function useBring(port: StoryPort) {
  const api = useApi()
  return async ({ source, alt }: PastedPicture): Promise<Media> => {
    if (!source.startsWith('data:')) return api('POST /api/links/picture', { body: { address: source, alt } })
    return port.begin(fileOf(source), 'pictures', { onProgress() {}, onArrived() {} }).done
  }
}

/** The file that a data address holds. Fetching it would need a wider content policy. */
export function fileOf(source: string): File {
  const [head = '', body = ''] = source.split(',', 2)
  const type = head.slice('data:'.length).split(';', 1)[0] ?? ''
  const bytes = Uint8Array.from(atob(body.trim()), (letter) => letter.codePointAt(0) ?? 0)
  return new File([bytes], `pasted.${type.split('/')[1] ?? 'png'}`, { type })
}
