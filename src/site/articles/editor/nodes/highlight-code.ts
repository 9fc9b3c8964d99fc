import { common, createLowlight } from 'lowlight'

const lowlight = createLowlight(common)

type Part = ReturnType<typeof lowlight.highlight>['children'][number]

export type HighlightedRange = { from: number; to: number; className: string }

// Characters. Some grammars take minutes on long input.
const MAX_HIGHLIGHTED = 10_000

/** Highlighted ranges of the code; none when the language is unknown or the code is too long. */
export function highlightCode(code: string, language: string): HighlightedRange[] {
  if (code.length > MAX_HIGHLIGHTED || !lowlight.registered(language)) return []
  const ranges: HighlightedRange[] = []
  let at = 0
  const walk = (parts: Part[], around: string) => {
    for (const part of parts) {
      if (part.type === 'text') {
        if (around) ranges.push({ from: at, to: at + part.value.length, className: around })
        at += part.value.length
      } else if (part.type === 'element') {
        const { className } = part.properties
        walk(part.children, [around, ...(Array.isArray(className) ? className : [])].filter(Boolean).join(' '))
      }
    }
  }
  walk(lowlight.highlight(language, code).children, '')
  return ranges
}
