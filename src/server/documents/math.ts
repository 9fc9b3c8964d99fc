import temml from 'temml'
import { attribute, escapeHtml } from './escape.ts'

// A private API whose tree may change. Anything not listed below is dropped, so a change can only render less.
const { __renderToMathMLTree: renderToTree } = temml

/** Maximum size in em, so that a formula cannot cover the page. */
const MAX_EM = 20

const elements = new Set(
  'math mrow mi mn mo mtext mspace ms mstyle mfrac msqrt mroot msub msup msubsup mover munder munderover mmultiscripts mprescripts mtable mtr mtd mpadded mphantom menclose'.split(
    ' ',
  ),
)
const attributes = new Set(
  'accent accentunder columnalign columnlines columnspacing columnspan depth display displaystyle fence form height largeop linethickness lspace mathvariant maxsize minsize movablelimits notation rowlines rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset width'.split(
    ' ',
  ),
)
// No positioning and no URLs, so that a formula can neither move nor load anything.
const styles = new Set(
  'border border-bottom border-left border-right border-top color background-color display font-weight height margin-left math-depth math-style padding padding-bottom padding-left padding-right padding-top text-align vertical-align width'.split(
    ' ',
  ),
)
const PLAIN = /^[\w\s#.,%+-]*$/
// Macro definitions could expand without limit.
const DEFINES = /\\(?:[egx]?def|let|futurelet|global|long|newcommand|renewcommand|providecommand)(?![a-zA-Z])/

/** Renders LaTeX as MathML from an allowlist of elements and attributes. Returns null when it cannot be parsed. */
export function renderMathMl(latex: string, display: boolean): string | null {
  if (DEFINES.test(latex)) return null
  try {
    const options = {
      displayMode: display,
      throwOnError: true,
      maxSize: [MAX_EM, MAX_EM] satisfies [number, number],
      trust: false,
    }
    return renderNode(renderToTree(latex, options))
  } catch {
    // Any parse error falls back to the source. The chemistry parser throws arrays.
    return null
  }
}

function renderNode(part: unknown): string {
  if (typeof part !== 'object' || part === null) return ''
  if ('text' in part && typeof part.text === 'string') return escapeHtml(part.text)
  const inner = 'children' in part && Array.isArray(part.children) ? part.children.map(renderNode).join('') : ''
  const name = 'type' in part && typeof part.type === 'string' ? part.type : ''
  if (!elements.has(name)) return inner
  return `<${name}${attributesOf(part)}>${inner}</${name}>`
}

function attributesOf(part: object) {
  const own = 'attributes' in part ? entriesOf(part.attributes).filter(([name]) => attributes.has(name)) : []
  const classes = 'classes' in part && Array.isArray(part.classes) ? part.classes.map(String).filter(Boolean) : []
  const style = 'style' in part ? entriesOf(part.style).map(([name, value]) => [toKebabCase(name), value] as const) : []
  const allowed = style.filter(([name]) => styles.has(name)).map(([name, value]) => `${name}:${value}`)
  return (
    own.map(([name, value]) => attribute(name, value)).join('') +
    attribute('class', classes.filter((each) => /^[a-z][\w-]*$/.test(each)).join(' ')) +
    attribute('style', allowed.join(';'))
  )
}

function entriesOf(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .map(([name, each]): [string, string] => [name, String(each)])
    .filter(([, each]) => PLAIN.test(each) && isWithinLimits(each))
}

/** The library does not limit all sizes. */
function isWithinLimits(value: string) {
  const numbers = value.startsWith('#') ? [] : (value.match(/-?\d+(\.\d+)?/g) ?? [])
  return numbers.map(Number).every((number) => number >= -MAX_EM && number <= 100)
}

function toKebabCase(name: string) {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
