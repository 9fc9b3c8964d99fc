import { common, createLowlight } from 'lowlight'

const lowlight = createLowlight(common)

type Part = ReturnType<typeof lowlight.highlight>['children'][number]

/** A piece of code from one letter to another, and what it is. */
export type Coloured = { from: number; to: number; names: string }

// Some grammars take minutes for a long line of nothing.
const LONGEST_COLOURED = 10_000

/** The pieces of a code that have a colour; none when nobody knows the language, or it is too long to be coloured at once. */
export function coloursOf(code: string, language: string): Coloured[] {
  if (code.length > LONGEST_COLOURED || !lowlight.registered(language)) return []
  const pieces: Coloured[] = []
  let at = 0
  const walk = (parts: Part[], around: string) => {
    for (const part of parts) {
      if (part.type === 'text') {
        if (around) pieces.push({ from: at, to: at + part.value.length, names: around })
        at += part.value.length
      } else if (part.type === 'element') {
        const { className } = part.properties
        walk(part.children, [around, ...(Array.isArray(className) ? className : [])].filter(Boolean).join(' '))
      }
    }
  }
  walk(lowlight.highlight(language, code).children, '')
  return pieces
}
