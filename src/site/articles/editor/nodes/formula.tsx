import { useEffect, useRef, useState } from 'react'

type Props = { latex: string; display: boolean; className?: string; onProblem?(problem: string | null): void }

/** A formula as readers see it. What draws it comes with the first one. */
export function Formula({ latex, display, className = '', onProblem }: Props) {
  const place = useRef<HTMLSpanElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const tell = useRef(onProblem)
  useEffect(() => {
    tell.current = onProblem
  })
  useEffect(() => {
    let gone = false
    void import('temml').then(({ default: temml }) => {
      if (gone || !place.current) return
      const found = draw(temml, latex, { place: place.current, display })
      setProblem(found)
      tell.current?.(found)
    })
    return () => {
      gone = true
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

/** Null, or what is wrong with the source, in words. */
function draw(temml: Temml, latex: string, { place, display }: { place: HTMLElement; display: boolean }) {
  try {
    temml.render(latex, place, { displayMode: display, throwOnError: true, trust: false, maxSize: [20, 20] })
    return null
  } catch (error) {
    // What it stumbles over is being written; the source is shown until it can be read.
    return inWords(error instanceof Error ? error.message : '')
  }
}

function inWords(message: string) {
  const [, command] = /Undefined control sequence:? ?(\\\w+)/i.exec(message) ?? []
  if (command) return `There is no command ${command}.`
  if (/Expected ['‘]?EOF|got ['‘]?\}/i.test(message)) return 'There is one } too many.'
  if (/Expected ['‘]?\}|end of input|Unexpected end/i.test(message)) return 'Something is still open. Is a } missing?'
  if (/Double (superscript|subscript)/i.test(message))
    return 'Two exponents or indices follow each other. Put braces around them.'
  return 'This cannot be read as a formula yet.'
}
