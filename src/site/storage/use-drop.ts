import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react'

type Transfer = { files: FileList; types: readonly string[] }

/** Accepts files dropped on an element or pasted into it. */
export function useDrop(onFiles: (files: File[]) => void) {
  // Fired for every child, too.
  const depth = useRef(0)
  const [over, setOver] = useState(false)
  const enter = (by: number) => {
    depth.current += by
    setOver(depth.current > 0)
  }
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    over,
    handlers: {
      onDragEnter: (event: DragEvent) => hasFiles(event) && enter(1),
      onDragLeave: (event: DragEvent) => hasFiles(event) && enter(-1),
      // Otherwise the browser opens the file.
      onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        enter(-depth.current)
        onFiles([...event.dataTransfer.files])
      },
      onPaste: (event: ClipboardEvent) => takePasted(event, onFiles),
    },
  }
}

/** Accepts files pasted anywhere except into a text field. */
export function usePasteAnywhere(enabled: boolean, onFiles: (files: File[]) => void) {
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    if (!enabled) return
    const paste = (event: globalThis.ClipboardEvent) => {
      const inText = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')
      if (!inText && !event.defaultPrevented) takePasted(event, (files) => latest.current(files))
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [enabled])
}

function takePasted(
  event: { clipboardData: Transfer | null; preventDefault(): void },
  onFiles: (files: File[]) => void,
) {
  const files = [...(event.clipboardData?.files ?? [])]
  if (files.length === 0) return
  event.preventDefault()
  onFiles(files)
}
