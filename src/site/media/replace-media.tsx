import type { Media } from '#contract/media.ts'
import { useApi } from '#site/page.ts'
import { FileButton } from '#site/storage/file-button.tsx'
import { UploadRows } from '#site/storage/upload-rows.tsx'
import { useUploads } from '#site/storage/use-uploads.ts'

/** Replaces the file everywhere it is used. */
export function ReplaceMedia({ media: { id, kind }, onChange }: { media: Media; onChange(media: Media): void }) {
  const api = useApi()
  const kinds = kind === 'picture' ? 'pictures' : 'anything'
  const { queue, rows, said } = useUploads({
    kinds,
    keep: ({ object }) => api('POST /api/media/{id}/replace', { params: { id }, body: { object } }),
    onTaken: onChange,
    onReady: onChange,
  })
  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <FileButton kinds={kinds} tone="quiet" size="sm" onFiles={(files) => queue.add(files.slice(0, 1))}>
          Replace…
        </FileButton>
        <p className="flex-1 basis-40 text-sm text-gray-600">This replaces the file everywhere it is used.</p>
      </div>
      <UploadRows queue={queue} rows={rows} said={said} />
    </div>
  )
}
