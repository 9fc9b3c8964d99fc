import { useEffect, useRef, useState } from 'react'

type Props = { latex: string; display: boolean; className?: string; onProblem?(problem: string | null): void }

/** A rendered formula. The renderer is loaded with the first one. */
export function Formula({ latex, display, className = '', onProblem }: Props) {
  const place = useRef<HTMLSpanElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const report = useRef(onProblem)
  useEffect(() => {
    report.current = onProblem
  })
  useEffect(() => {
    let cancelled = false
    void import('temml').then(({ default: temml }) => {
      if (cancelled || !place.current) return
      const found = renderFormula(temml, latex, { place: place.current, display })
      setProblem(found)
      report.current?.(found)
    })
    return () => {
      cancelled = true
    }
  }, [latex, display])
  return (
    <>
      <span ref={place} className={className} hidden={problem !== null} />
      {problem !== null && <code className="story-formula">{latex}</code>}
    </>
  )
}

type Temml = { render(latex: string, element: HTMLElement, options: Record<string, unknown>): void }

/** Returns an error message, or null. */
function renderFormula(temml: Temml, latex: string, { place, display }: { place: HTMLElement; display: boolean }) {
  try {
    temml.render(latex, place, { displayMode: display, throwOnError: true, trust: false, maxSize: [20, 20] })
    return null
  } catch (error) {
    // Expected while the formula is being typed; the source is shown instead.
    return errorMessage(error instanceof Error ? error.message : '')
  }
}

function errorMessage(message: string) {
  const [, command] = /Undefined control sequence:? ?(\\\w+)/i.exec(message) ?? []
  if (command) return `Unknown command: ${command}`
  if (/Expected ['‘]?EOF|got ['‘]?\}/i.test(message)) return 'There is an extra }.'
  if (/Expected ['‘]?\}|end of input|Unexpected end/i.test(message))
    return 'The formula is incomplete. A closing } may be missing.'
  if (/Double (superscript|subscript)/i.test(message))
    return 'Two superscripts or subscripts in a row. Group them with braces.'
  return 'Not a valid formula yet.'
}
