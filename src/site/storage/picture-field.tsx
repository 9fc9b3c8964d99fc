import { type ReactNode, useState } from 'react'
import type { Media } from '#contract/media.ts'
import type { Picture } from '#contract/shapes.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Photo } from '#site/ui/photo.tsx'
import { FileButton } from './file-button.tsx'
import { errorMessage } from '#site/errors/messages.ts'
import { UploadRows } from './upload-rows.tsx'
import { useDrop } from './use-drop.ts'
import { useUploads } from './use-uploads.ts'

type Props = {
  label: string
  hint?: string
  picture: Picture | null
  shape: 'round' | 'wide'
  /** Shown without a picture. */
  instead?: ReactNode
  /** Called with the new picture or null. If it rejects, the error is shown and the previous picture stays. */
  onChange(media: Media | null): Promise<unknown>
}

const shapes = {
  round: { box: 'size-24', photo: 'size-24 rounded-full!', row: 'flex items-center gap-5', sizes: 'auto, 6rem' },
  wide: {
    box: 'aspect-3/2 w-full max-w-sm',
    photo: 'aspect-3/2 w-full',
    row: 'grid justify-items-start gap-3',
    sizes: 'auto, (min-width: 27rem) 24rem, 100vw',
  },
}

/** A field to choose, replace or remove one picture. */
export function PictureField({ label, hint, picture, shape, instead, onChange }: Props) {
  const [shown, setShown] = useState(picture)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const look = shapes[shape]

  async function change(media: Media | null) {
    setBusy(true)
    setProblem(null)
    try {
      await onChange(media)
      setShown(media?.picture ?? null)
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setBusy(false)
  }

  function ready(media: Media) {
    if (media.state === 'failed') setProblem('That picture could not be read. Choose another.')
    else setShown(media.picture)
  }

  const { queue, rows, said } = useUploads({
    kinds: 'pictures',
    onTaken: (media) => void change(media),
    onReady: ready,
  })
  const take = (files: File[]) => {
    setProblem(null)
    for (const { id } of rows) queue.cancel(id)
    queue.add(files.slice(0, 1))
  }
  const { over, handlers } = useDrop(take)
  return (
    <fieldset {...handlers}>
      <legend className="mb-1.5 text-sm font-medium text-gray-800">{label}</legend>
      <div className={look.row}>
        <div
          data-over={over || undefined}
          className={`relative shrink-0 data-over:outline-2 data-over:outline-offset-2 data-over:outline-primary-600 ${shape === 'round' ? 'rounded-full' : 'rounded-md'} ${look.box}`}
        >
          {shown ? <Photo picture={shown} sizes={look.sizes} className={look.photo} /> : (instead ?? <Nothing />)}
        </div>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <FileButton kinds="pictures" tone="quiet" size="sm" onFiles={take}>
            {shown ? 'Change' : 'Choose a picture'}
            <span className="sr-only">, {label}</span>
          </FileButton>
          {shown && (
            <Button tone="plain" size="sm" busy={busy} onClick={() => void change(null)}>
              Remove<span className="sr-only">, {label}</span>
            </Button>
          )}
          {hint && <p className="w-full text-sm text-gray-600">{hint}</p>}
        </div>
      </div>
      <UploadRows queue={queue} rows={rows} said={said} />
      {problem && (
        <p role="alert" className="mt-2 text-sm font-medium text-danger-700">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

function Nothing() {
  return (
    <span aria-hidden className="grid size-full place-items-center rounded-[inherit] bg-gray-100">
      <Icon name="image" size={28} className="text-gray-400" />
    </span>
  )
}
