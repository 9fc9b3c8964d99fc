import type { PartyOfReceipt, SellerOfReceipt } from '#contract/membership/membership.ts'
import { formatMoney } from '#contract/membership/money.ts'
import {
  type Weight,
  type Word,
  fontName,
  isRightToLeft,
  isUnprintable,
  loadReceiptFonts,
  orderVisually,
  splitWords,
} from './receipt-text.ts'

export type ReceiptContent = {
  siteName: string
  number: string
  paidAt: Date
  description: string
  periodStart: Date | null
  periodEnd: Date | null
  /** What was paid, tax included. Amounts are in the smallest unit of the currency. */
  amount: number
  discount: number
  tax: number
  refunded: number
  refundedAt: Date | null
  currency: string
  seller: SellerOfReceipt
  buyer: PartyOfReceipt
  /** No money moved. */
  isTest: boolean
}

const LEFT = 56
const RIGHT = 595.28 - LEFT
const WIDTH = RIGHT - LEFT
const MIDDLE = LEFT + WIDTH / 2 + 12
const COLUMN = WIDTH / 2 - 12
const FOOTER = 841.89 - 64
const ink = '#1f2937'
const soft = '#6b7280'
const rule = '#e5e7eb'
const accent = '#15803d'
const warning = '#b45309'

/** Where a page breaks: a receipt is one page, so that long texts end with an ellipsis. */
const MAX_LINES = 8

export async function renderReceipt(receipt: ReceiptContent): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const title = `Receipt ${receipt.number}`
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: receipt.seller.name, CreationDate: receipt.paidAt },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  for (const { name, data } of await loadReceiptFonts()) doc.registerFont(name, data)
  const words = wordsOf(receipt)
  const isComplete = !isUnprintable(words)
  drawReceipt(createPen(doc), receipt, isComplete)
  if (!isComplete) doc.file(Buffer.from(words), { name: `receipt-${receipt.number}.txt`, type: 'text/plain' })
  doc.end()
  return done
}

/** The texts that people and the seller wrote, as the attached file has them. */
function wordsOf({ siteName, number, description, seller, buyer }: ReceiptContent) {
  const textOf = ({ name, address, taxId }: PartyOfReceipt) => [name, address, taxId].filter(Boolean).join('\n')
  const parts = [`${siteName}\nReceipt ${number}`, `From\n${textOf(seller)}`, `To\n${textOf(buyer)}`, description]
  return `${parts.join('\n\n')}\n`
}

type Style = { size?: number; weight?: Weight; color?: string; width?: number; alignRight?: boolean; lines?: number }
type Pen = ReturnType<typeof createPen>

/** Draws text of several scripts and directions. The library itself has one font and one direction at a time. */
function createPen(doc: PDFKit.PDFDocument) {
  const widthOf = ({ runs }: Word, size: number, weight: Weight) =>
    runs.reduce(
      (sum, { text, subset }) => sum + doc.font(fontName(subset, weight)).fontSize(size).widthOfString(text),
      0,
    )

  function breakLines(
    words: readonly Word[],
    { size, weight, width }: Required<Pick<Style, 'size' | 'weight' | 'width'>>,
  ) {
    const space = size * 0.28
    const lines: { words: Word[]; width: number }[] = []
    for (const word of words) {
      const wide = widthOf(word, size, weight)
      const last = lines.at(-1)
      if (last && last.width + space + wide <= width) {
        last.words.push(word)
        last.width += space + wide
      } else lines.push({ words: [word], width: wide })
    }
    return lines
  }

  /** Returns the bottom of the text. */
  function write(text: string, x: number, top: number, style: Style = {}): number {
    const { size = 10, weight = 400, color = ink, width = COLUMN, alignRight = false, lines: most = MAX_LINES } = style
    const lineHeight = size * 1.5
    let y = top
    const paragraphs = text.split('\n').filter((line) => line.trim() !== '')
    const lines = paragraphs.flatMap((paragraph) => {
      const words = splitLongWords(splitWords(paragraph), size, weight, width)
      const rightToLeft = isRightToLeft(words)
      return breakLines(words, { size, weight, width }).map((line) => ({ ...line, rightToLeft }))
    })
    const shown = lines.slice(0, most)
    if (lines.length > most) shown.at(-1)?.words.push(...splitWords('…'))
    for (const line of shown) {
      let at = alignRight ? x + width - line.width : x
      for (const word of orderVisually(line.words, line.rightToLeft)) {
        for (const { text: part, subset, original } of word.runs) {
          doc.font(fontName(subset, weight)).fontSize(size).fillColor(color)
          // What is copied or read aloud is the original.
          if (original !== undefined) doc.markContent('Span', { actual: original })
          // The fonts have different ascents: all of them stand on one baseline.
          doc.text(part, at, y + size, { lineBreak: false, baseline: 'alphabetic' })
          if (original !== undefined) doc.endMarkedContent()
          at += doc.widthOfString(part)
        }
        at += size * 0.28
      }
      y += lineHeight
    }
    return y
  }

  function splitLongWords(words: readonly Word[], size: number, weight: Weight, width: number): Word[] {
    return words.flatMap((word) => {
      const text = word.runs.map((run) => run.original ?? run.text).join('')
      const pieces = Math.ceil(widthOf(word, size, weight) / width)
      if (pieces <= 1 || word.rightToLeft) return [word]
      const length = Math.floor([...text].length / (pieces + 1)) || 1
      return splitWords((text.match(new RegExp(`.{1,${length}}`, 'gu')) ?? [text]).join(' '))
    })
  }

  function rowRule(y: number, color = rule, width = 0.75) {
    doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(width).strokeColor(color).stroke()
  }

  function box(y: number, height: number, fill: string, stroke: string) {
    doc.roundedRect(LEFT, y, WIDTH, height, 8).lineWidth(0.75).fillAndStroke(fill, stroke)
  }

  function bar() {
    doc.rect(0, 0, 595.28, 6).fill(accent)
  }

  return { write, rowRule, box, bar }
}

function drawReceipt(pen: Pen, receipt: ReceiptContent, isComplete: boolean) {
  pen.bar()
  let y = 56
  pen.write(receipt.siteName, LEFT, y, { size: 20, weight: 600, width: WIDTH * 0.6, lines: 2 })
  pen.write('Receipt', RIGHT - 200, y, { size: 20, color: soft, width: 200, alignRight: true })
  y += 56
  if (receipt.isTest) {
    pen.box(y, 36, '#fffbeb', '#fcd34d')
    pen.write('TEST: no money moved. This receipt is not valid for tax.', LEFT + 14, y + 10, {
      weight: 600,
      color: warning,
      width: WIDTH - 28,
    })
    y += 56
  }
  y = drawFacts(pen, receipt, y) + 22
  pen.rowRule(y)
  y += 22
  y = Math.max(drawParty(pen, 'From', receipt.seller, LEFT, y), drawParty(pen, 'To', receipt.buyer, MIDDLE, y)) + 28
  y = drawLines(pen, receipt, y)
  if (receipt.refunded > 0) drawRefund(pen, receipt, y + 24)
  if (!isComplete) {
    const note =
      'Characters of some scripts are printed as “?”. The text file that is attached to this document has them.'
    pen.write(note, LEFT, FOOTER - 22, { size: 8.5, color: soft, width: WIDTH })
  }
  pen.rowRule(FOOTER)
  const contact = receipt.seller.email ? ` Questions? Write to ${receipt.seller.email}.` : ''
  pen.write(`Thank you for supporting ${receipt.siteName}.${contact}`, LEFT, FOOTER + 12, {
    size: 8.5,
    color: soft,
    width: WIDTH,
    lines: 2,
  })
}

function drawFacts(pen: Pen, { number, paidAt, periodStart, periodEnd }: ReceiptContent, top: number) {
  const facts: [string, string][] = [
    ['Receipt number', number],
    ['Paid on', formatDate(paidAt)],
    ...(periodStart && periodEnd
      ? [['Period', `${formatDate(periodStart)} – ${formatDate(periodEnd)}`] satisfies [string, string]]
      : []),
  ]
  const positions = [LEFT, LEFT + 130, MIDDLE]
  let bottom = top
  for (const [index, [name, value]] of facts.entries()) {
    const x = positions[index] ?? LEFT
    pen.write(name, x, top, { size: 8.5, color: soft })
    bottom = Math.max(bottom, pen.write(value, x, top + 15, { weight: 600 }))
  }
  return bottom
}

function drawParty(pen: Pen, heading: string, party: PartyOfReceipt, x: number, top: number) {
  let y = pen.write(heading, x, top, { size: 8.5, color: soft }) + 2
  y = pen.write(party.name || '—', x, y, { size: 11, weight: 600, lines: 3 })
  if (party.address) y = pen.write(party.address, x, y)
  if (party.country) y = pen.write(countryName(party.country), x, y)
  if (party.email) y = pen.write(party.email, x, y, { color: soft, lines: 2 })
  if (party.taxId) y = pen.write(`Tax number ${party.taxId}`, x, y, { lines: 2 })
  return y
}

function drawLines(pen: Pen, receipt: ReceiptContent, top: number) {
  const { description, amount, discount, tax, currency, seller } = receipt
  const money = (value: number) => formatAmount(value, currency)
  const right = { alignRight: true, width: 130 }
  const x = RIGHT - 130
  pen.write('Description', LEFT, top, { size: 8.5, color: soft })
  pen.write('Amount', x, top, { size: 8.5, color: soft, ...right })
  let y = top + 20
  pen.rowRule(y)
  y += 12
  const bottom = pen.write(description, LEFT, y, { width: WIDTH - 150 })
  pen.write(money(amount + discount), x, y, right)
  y = bottom + 6
  if (discount > 0) {
    pen.write('Discount', LEFT, y, { color: accent })
    pen.write(`−${money(discount)}`, x, y, { color: accent, ...right })
    y += 21
  }
  y += 6
  pen.rowRule(y)
  y += 14
  pen.write('Total paid', LEFT, y, { size: 13, weight: 600 })
  pen.write(money(amount), RIGHT - 200, y, { size: 13, weight: 600, alignRight: true, width: 200 })
  y += 24
  const included = tax > 0 ? `Includes ${money(tax)} ${seller.taxName || 'tax'}` : ''
  return included ? pen.write(included, LEFT, y, { size: 9, color: soft, width: WIDTH, alignRight: true }) : y
}

function drawRefund(pen: Pen, { refunded, amount, currency, refundedAt }: ReceiptContent, y: number) {
  const part = refunded === amount ? 'Refunded in full' : 'Partly refunded'
  pen.box(y, 40, '#f9fafb', rule)
  pen.write(`${part}${refundedAt ? ` on ${formatDate(refundedAt)}` : ''}`, LEFT + 14, y + 12, { weight: 600 })
  pen.write(`−${formatAmount(refunded, currency)}`, RIGHT - 144, y + 12, { weight: 600, alignRight: true, width: 130 })
}

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

function formatDate(at: Date) {
  return dates.format(at)
}

function countryName(code: string) {
  return countries.of(code) ?? code
}

/** With the code of the currency: the fonts lack the symbols of some. */
function formatAmount(amount: number, currency: string) {
  return formatMoney(amount, currency, { display: 'code' }).replace('\u00a0', ' ')
}
