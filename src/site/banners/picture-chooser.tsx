import { useState } from 'react'
import type { Media } from '#contract/media.ts'
import type { Picture } from '#contract/shapes.ts'
import { FocalPointDialog } from '#site/articles/writing/cover/focal-point-dialog.tsx'
import { LibraryDialog } from '#site/articles/writing/cover/library-dialog.tsx'
import { FileButton } from '#site/storage/file-button.tsx'
import { UploadRows } from '#site/storage/upload-rows.tsx'
import { useDrop } from '#site/storage/use-drop.ts'
import { useUploads } from '#site/storage/use-uploads.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'

type Focus = { x: number; y: number }
type Props = {
  picture: Picture | null
  focus: Focus | null
  onPicture(media: Media | null): void
  /** The picture was processed: it has its final sizes. */
  onReady(media: Media): void
  onFocus(focus: Focus | null): void
}

const shapes = [
  { label: 'On a desktop', look: 'aspect-square' },
  { label: 'On a narrow window', look: 'aspect-[2/3]' },
]

/** Chooses a picture from the library or uploads one, and its focal point. */
export function PictureChooser({ picture, focus, onPicture, onReady, onFocus }: Props) {
  const [dialog, setDialog] = useState<'library' | 'focus' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  function ready(media: Media) {
    if (media.state === 'failed') setProblem('This picture couldn’t be read. Choose another.')
    else onReady(media)
  }

  const { queue, rows, said } = useUploads({ kinds: 'pictures', onTaken: onPicture, onReady: ready })
  const take = (files: File[]) => {
    setProblem(null)
    for (const { id } of rows) queue.cancel(id)
    queue.add(files.slice(0, 1))
  }
  const { over, handlers } = useDrop(take)
  return (
    <fieldset
      {...handlers}
      data-over={over || undefined}
      className="rounded-md data-over:outline-2 data-over:outline-offset-4 data-over:outline-primary-600"
    >
      <legend className="mb-1.5 text-sm font-medium text-gray-800">
        Picture<span className="font-normal text-gray-500"> (optional)</span>
      </legend>
      <div className="flex flex-wrap items-center gap-2">
        <FileButton kinds="pictures" tone="quiet" size="sm" onFiles={take}>
          <Icon name="image-plus" size={16} />
          {picture ? 'Upload another' : 'Upload a picture'}
        </FileButton>
        <Button tone="quiet" size="sm" onClick={() => setDialog('library')}>
          <Icon name="images" size={16} />
          Your pictures
        </Button>
        {picture && (
          <>
            <Button tone="quiet" size="sm" onClick={() => setDialog('focus')}>
              <Icon name="crosshair" size={16} />
              Focal point
            </Button>
            <Button tone="plain" size="sm" onClick={() => onPicture(null)}>
              Remove the picture
            </Button>
          </>
        )}
      </div>
      <UploadRows queue={queue} rows={rows} said={said} />
      {problem && (
        <p role="alert" className="mt-2 text-sm font-medium text-danger-700">
          {problem}
        </p>
      )}
      <LibraryDialog open={dialog === 'library'} onClose={() => setDialog(null)} onChoose={onPicture} />
      {picture && (
        <FocalPointDialog
          // Remount on opening, to start at the current point.
          key={`${picture.src} ${dialog}`}
          what="picture"
          shapes={shapes}
          picture={picture}
          focus={focus}
          open={dialog === 'focus'}
          onClose={() => setDialog(null)}
          onChoose={onFocus}
        />
      )}
    </fieldset>
  )
}
