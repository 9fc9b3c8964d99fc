import { useEffect, useRef, useState } from 'react'
import { Icon } from '#site/ui/icon.tsx'

const SIDE = 96

/** A thumbnail of a local file, drawn on a canvas so that the CSP need not allow blob: URLs. */
export function FilePreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    if (!file.type.startsWith('image/') || typeof createImageBitmap !== 'function') return
    let gone = false
    createImageBitmap(file, { resizeHeight: SIDE, resizeQuality: 'medium' }).then(
      (bitmap) => {
        if (gone) return
        const { width, height } = bitmap
        canvas.current?.getContext('2d')?.drawImage(bitmap, (SIDE - width) / 2, (SIDE - height) / 2)
        bitmap.close()
        setDrawn(true)
      },
      // Not an image; the server reports it.
      () => setDrawn(false),
    )
    return () => {
      gone = true
    }
  }, [file])
  return (
    <span
      aria-hidden
      className="relative grid size-12 shrink-0 place-items-center overflow-hidden rounded-md bg-gray-100"
    >
      <canvas ref={canvas} width={SIDE} height={SIDE} className="size-12" />
      {!drawn && <Icon name={file.type.startsWith('image/') ? 'image' : 'file'} className="absolute text-gray-400" />}
    </span>
  )
}
