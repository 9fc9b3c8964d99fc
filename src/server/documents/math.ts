import temml from 'temml'
import { attribute, escapeHtml } from './escape.ts'

// Its own name says that the tree may change: one that does draws less, never more, than what is listed here.
const { __renderToMathMLTree: treeOf } = temml

/** Sizes a formula may ask for, in em: enough for print, not enough to lie over the rest of the page. */
const LARGEST_EM = 20

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
// Neither a position nor an address: a formula stays where it stands and asks for nothing.
const styles = new Set(
  'border border-bottom border-left border-right border-top color background-color display font-weight height margin-left math-depth math-style padding padding-bottom padding-left padding-right padding-top text-align vertical-align width'.split(
    ' ',
  ),
)
const PLAIN = /^[\w\s#.,%+-]*$/
// A formula stands for itself: words it defines could be made to grow without end.
const DEFINES = /\\(?:[egx]?def|let|futurelet|global|long|newcommand|renewcommand|providecommand)(?![a-zA-Z])/

/** LaTeX as MathML, drawn from the library's tree by what we know of it; null when it cannot be read. */
export function mathMl(latex: string, display: boolean): string | null {
  if (DEFINES.test(latex)) return null
  try {
    const options = {
      displayMode: display,
      throwOnError: true,
      maxSize: [LARGEST_EM, LARGEST_EM] satisfies [number, number],
      trust: false,
    }
    return draw(treeOf(latex, options))
  } catch {
    // Whatever it stumbled over, a mistake or braces too deep for it, the source is shown. Its chemistry throws lists of words.
    return null
  }
}

function draw(part: unknown): string {
  if (typeof part !== 'object' || part === null) return ''
  if ('text' in part && typeof part.text === 'string') return escapeHtml(part.text)
  const inner = 'children' in part && Array.isArray(part.children) ? part.children.map(draw).join('') : ''
  const name = 'type' in part && typeof part.type === 'string' ? part.type : ''
  if (!elements.has(name)) return inner
  return `<${name}${attributesOf(part)}>${inner}</${name}>`
}

function attributesOf(part: object) {
  const own = 'attributes' in part ? entriesOf(part.attributes).filter(([name]) => attributes.has(name)) : []
  const classes = 'classes' in part && Array.isArray(part.classes) ? part.classes.map(String).filter(Boolean) : []
  const style = 'style' in part ? entriesOf(part.style).map(([name, value]) => [hyphened(name), value] as const) : []
  const kept = style.filter(([name]) => styles.has(name)).map(([name, value]) => `${name}:${value}`)
  return (
    own.map(([name, value]) => attribute(name, value)).join('') +
    attribute('class', classes.filter((each) => /^[a-z][\w-]*$/.test(each)).join(' ')) +
    attribute('style', kept.join(';'))
  )
}

function entriesOf(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .map(([name, each]): [string, string] => [name, String(each)])
    .filter(([, each]) => PLAIN.test(each) && isModest(each))
}

/** The library limits some sizes and not others. */
function isModest(value: string) {
  const numbers = value.startsWith('#') ? [] : (value.match(/-?\d+(\.\d+)?/g) ?? [])
  return numbers.map(Number).every((number) => number >= -LARGEST_EM && number <= 100)
}

function hyphened(name: string) {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
