import { useEffect, useRef, useState } from 'react'
import type { UploadQueue, UploadRow } from '#site/storage/upload-queue.ts'
import { formatBytes } from '#site/storage/size-text.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'

type Props = { file: File; row: UploadRow | null; queue: UploadQueue; small: boolean }

/** An uploading file. Pictures are drawn on a canvas, because the content security policy forbids blob URLs. */
export function PendingFile({ file, row, queue, small }: Props) {
  return (
    <figure className={small ? 'edit-pending-file' : 'edit-pending'} aria-busy={row?.state !== 'failed'}>
      {small ? <Icon name="file-up" className="text-gray-500" /> : <Thumbnail file={file} />}
      <figcaption className="edit-pending-words">
        {row?.problem ? (
          <p role="alert" className="text-danger-700">
            <bdi>{file.name}</bdi> was not uploaded. {row.problem}
          </p>
        ) : (
          <>
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {file.name}
            </span>
            <progress
              aria-label={`Uploading ${file.name}`}
              max={Math.max(file.size, 1)}
              value={row?.sent ?? file.size}
              className="h-1.5 w-24 shrink-0 appearance-none overflow-hidden rounded-full bg-gray-200 [&::-moz-progress-bar]:bg-primary-600 [&::-webkit-progress-bar]:bg-gray-200 [&::-webkit-progress-value]:bg-primary-600"
            />
            <span className="sr-only">{formatBytes(file.size)}</span>
          </>
        )}
        {row && row.state !== 'checking' && (
          <span className="flex shrink-0 gap-1">
            {row.state === 'failed' && (
              <Button tone="quiet" size="sm" onClick={() => queue.retry(row.id)}>
                Try again
              </Button>
            )}
            <Button tone="plain" size="sm" onClick={() => queue.cancel(row.id)}>
              {row.state === 'failed' ? 'Dismiss' : 'Cancel'}
            </Button>
          </span>
        )}
      </figcaption>
    </figure>
  )
}

const MAX_WIDTH = 680

function Thumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [ratio, setRatio] = useState(3 / 2)
  useEffect(() => {
    if (typeof createImageBitmap !== 'function') return
    let cancelled = false
    createImageBitmap(file, { resizeWidth: MAX_WIDTH, resizeQuality: 'medium' }).then(
      (bitmap) => {
        const { width, height } = bitmap
        if (canvas.current && !cancelled) {
          canvas.current.width = width
          canvas.current.height = height
          canvas.current.getContext('2d')?.drawImage(bitmap, 0, 0)
          setRatio(width / height)
        }
        bitmap.close()
      },
      // Not a picture after all; the server will reject it.
      () => {},
    )
    return () => {
      cancelled = true
    }
  }, [file])
  return <canvas ref={canvas} aria-hidden style={{ aspectRatio: ratio }} className="edit-sketch" />
}
