import { useId } from 'react'
import { Icon } from '#site/ui/icon.tsx'
import { FileButton } from './file-button.tsx'
import { UploadRows } from './upload-rows.tsx'
import { useDrop, usePasteAnywhere } from './use-drop.ts'
import { type UploadOptions, useUploads } from './use-uploads.ts'

type Props = UploadOptions & {
  /** The button label, such as "Choose pictures". */
  label: string
  hint?: string
  several?: boolean
  /** Accepts files pasted anywhere on the page. */
  pasteAnywhere?: boolean
}

/** Accepts files by file dialog, drop or paste. */
export function DropZone({ label, hint, several = false, pasteAnywhere = false, ...options }: Props) {
  const { queue, rows, said } = useUploads(options)
  const hintId = useId()
  const take = (files: File[]) => queue.add(several ? files : files.slice(0, 1))
  const { over, handlers } = useDrop(take)
  usePasteAnywhere(pasteAnywhere, take)
  return (
    <div
      {...handlers}
      data-over={over || undefined}
      className="rounded-lg border border-dashed border-gray-300 transition-colors data-over:border-primary-600 data-over:bg-primary-50"
    >
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-3 px-5 py-6 text-center">
        <FileButton kinds={options.kinds} several={several} describedBy={hintId} onFiles={take}>
          <Icon name="upload" size={18} />
          {label}
        </FileButton>
        <p id={hintId} className="text-sm text-gray-600">
          <span className="hidden pointer-fine:inline">or drop {several ? 'them' : 'it'} here, or paste. </span>
          {hint}
        </p>
      </div>
      <div className="px-4 has-[li]:border-t has-[li]:border-gray-200">
        <UploadRows queue={queue} rows={rows} said={said} />
      </div>
    </div>
  )
}
