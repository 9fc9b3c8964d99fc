import { type ComponentType, useEffect, useState } from 'react'
import { whenTouched } from '#site/browser/first-input.ts'
import type { ReadingToolsProps } from './reading-tools.tsx'

/** Loads the reading tools at the first user input. */
export function LateReadingTools(props: ReadingToolsProps) {
  const [Companion, setCompanion] = useState<ComponentType<ReadingToolsProps> | null>(null)
  useEffect(
    () =>
      whenTouched(() => {
        // Reading and links work without it.
        import('./reading-tools.tsx').then(
          (code) => setCompanion(() => code.ReadingTools),
          () => {},
        )
      }),
    [],
  )
  return Companion && <Companion {...props} />
}
