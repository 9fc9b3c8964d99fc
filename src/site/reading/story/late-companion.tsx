import { type ComponentType, useEffect, useState } from 'react'
import { whenTouched } from '#site/browser/first-input.ts'
import type { CompanionProps } from './companion.tsx'

/** What goes along with a reader. Nobody waits for it: it comes with the first sign that somebody reads. */
export function LateCompanion(props: CompanionProps) {
  const [Companion, setCompanion] = useState<ComponentType<CompanionProps> | null>(null)
  useEffect(
    () =>
      whenTouched(() => {
        // Without it the story can still be read, and its links lead where they say.
        import('./companion.tsx').then(
          (code) => setCompanion(() => code.Companion),
          () => {},
        )
      }),
    [],
  )
  return Companion && <Companion {...props} />
}
