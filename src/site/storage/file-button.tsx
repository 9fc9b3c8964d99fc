import { type ReactNode, useId } from 'react'
import { buttonLook } from '#site/ui/button.tsx'
import { type FileKinds, acceptOf } from './file-kinds.ts'

type Props = {
  children: ReactNode
  kinds: FileKinds
  several?: boolean
  tone?: 'primary' | 'quiet' | 'plain'
  size?: 'md' | 'sm'
  describedBy?: string
  onFiles(files: File[]): void
}

/** A real file input that looks like a button: keyboards, screen readers and phones know what to do with it. */
export function FileButton({ children, kinds, several = false, tone, size, describedBy, onFiles }: Props) {
  const id = useId()
  return (
    <span className="relative inline-flex">
      <input
        id={id}
        type="file"
        className="peer sr-only"
        accept={acceptOf(kinds)}
        multiple={several}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
      <label
        htmlFor={id}
        className={`cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-primary-600 ${buttonLook({ ...(tone && { tone }), ...(size && { size }) })}`}
      >
        {children}
      </label>
    </span>
  )
}
