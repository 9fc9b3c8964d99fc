import { type ComponentType, useEffect, useState } from 'react'
import { whenTouched } from '#site/browser/first-input.ts'
import type { CompanionProps } from './companion.tsx'

/** Loads the reading tools at the first user input. */
export function LateCompanion(props: CompanionProps) {
  const [Companion, setCompanion] = useState<ComponentType<CompanionProps> | null>(null)
  useEffect(
    () =>
      whenTouched(() => {
        // Reading and links work without it.
        import('./companion.tsx').then(
          (code) => setCompanion(() => code.Companion),
          () => {},
        )
      }),
    [],
  )
  return Companion && <Companion {...props} />
}
