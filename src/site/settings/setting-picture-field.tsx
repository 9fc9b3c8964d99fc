import { useRef, useState } from 'react'
import type { Media } from '#contract/media.ts'
import type { SettingPicture } from '#contract/settings/settings.ts'
import { LibraryDialog } from '#site/articles/writing/cover/library-dialog.tsx'
import { FileButton } from '#site/storage/file-button.tsx'
import { UploadRows } from '#site/storage/upload-rows.tsx'
import { useUploads } from '#site/storage/use-uploads.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Photo } from '#site/ui/photo.tsx'
import { settingLabel } from './setting-form.tsx'

type Props = {
  legend: string
  value: SettingPicture | null
  onChange(value: SettingPicture | null): void
  /** The classes of the picture. */
  look: string
}

/** A picture from the library or a new upload. */
export function SettingPictureField({ legend, value, onChange, look }: Props) {
  const [isChoosing, setIsChoosing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** The picture before the last upload. */
  const replaced = useRef(value)
  const { queue, rows, said } = useUploads({ kinds: 'pictures', onTaken: take, onReady: finish })

  function take(media: Media) {
    replaced.current = value
    use(media)
  }

  function finish(media: Media) {
    // Removed or replaced meanwhile.
    if (value?.media !== media.id) return
    if (media.state !== 'failed') return use(media)
    onChange(replaced.current)
    setProblem('This picture couldn’t be read. Choose another.')
  }

  function use({ id, picture }: Media) {
    if (picture) onChange({ media: id, picture })
  }

  function cancelUploads() {
    setProblem(null)
    for (const { id } of rows) queue.cancel(id)
  }

  function upload(files: File[]) {
    cancelUploads()
    queue.add(files.slice(0, 1))
  }

  function choose(media: Media) {
    cancelUploads()
    use(media)
  }

  function remove() {
    cancelUploads()
    onChange(null)
  }

  return (
    <fieldset className="min-w-0">
      <legend className={settingLabel}>{legend}</legend>
      {value && (
        <div className="mt-2 inline-block rounded-md border border-gray-200 p-3">
          <Photo
            picture={{ ...value.picture, alt: '', placeholder: null }}
            sizes="160px"
            className={`rounded-none! bg-transparent! ${look}`}
          />
        </div>
      )}
      <div className="-ms-3.5 mt-1 flex flex-wrap items-center">
        <FileButton kinds="pictures" tone="plain" size="sm" onFiles={upload}>
          <Icon name="image-plus" size={16} />
          {value ? 'Replace' : 'Upload'} <span className="sr-only">the {legend.toLowerCase()}</span>
        </FileButton>
        <Button tone="plain" size="sm" onClick={() => setIsChoosing(true)}>
          <Icon name="images" size={16} />
          Your pictures
        </Button>
        {value && (
          <Button tone="plain" size="sm" onClick={remove}>
            <Icon name="x" size={16} />
            Remove <span className="sr-only">the {legend.toLowerCase()}</span>
          </Button>
        )}
      </div>
      <UploadRows queue={queue} rows={rows} said={said} />
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger-700">
          {problem}
        </p>
      )}
      <LibraryDialog open={isChoosing} onClose={() => setIsChoosing(false)} onChoose={choose} />
    </fieldset>
  )
}
