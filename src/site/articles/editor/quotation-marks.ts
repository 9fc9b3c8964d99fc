export type QuotationMarks = { double: [string, string]; single: [string, string] }

const NARROW = '\u202f'
const english: QuotationMarks = { double: ['“', '”'], single: ['‘', '’'] }
const german: QuotationMarks = { double: ['„', '“'], single: ['‚', '‘'] }
const polish: QuotationMarks = { double: ['„', '”'], single: ['‚', '’'] }
const swedish: QuotationMarks = { double: ['”', '”'], single: ['’', '’'] }
const spanish: QuotationMarks = { double: ['«', '»'], single: ['“', '”'] }
const russian: QuotationMarks = { double: ['«', '»'], single: ['„', '“'] }
const french: QuotationMarks = { double: [`«${NARROW}`, `${NARROW}»`], single: ['‘', '’'] }
const swiss: QuotationMarks = { double: ['«', '»'], single: ['‹', '›'] }

/** By language, as in the Unicode CLDR. Languages that are not listed use the English marks. */
const byLanguage: Partial<Record<string, QuotationMarks | null>> = {
  'de': german,
  'cs': german,
  'sk': german,
  'sl': german,
  'is': german,
  'et': german,
  'lt': german,
  'bg': german,
  'lb': german,
  'pl': polish,
  'hr': polish,
  'sr': polish,
  'bs': polish,
  'hu': { double: ['„', '”'], single: ['»', '«'] },
  'ro': { double: ['„', '”'], single: ['«', '»'] },
  'sv': swedish,
  'fi': swedish,
  'da': swedish,
  'es': spanish,
  'ca': spanish,
  'it': spanish,
  'el': spanish,
  'pt-pt': spanish,
  'fa': { double: ['«', '»'], single: ['‹', '›'] },
  'no': { double: ['«', '»'], single: ['‘', '’'] },
  'nb': { double: ['«', '»'], single: ['‘', '’'] },
  'nn': { double: ['«', '»'], single: ['‘', '’'] },
  'ru': russian,
  'uk': russian,
  'be': russian,
  'fr': french,
  'fr-ch': swiss,
  'de-ch': swiss,
  'de-li': swiss,
  'it-ch': swiss,
  // Typed with an input method, which has these marks.
  'ja': null,
  'zh': null,
}

/** The quotation marks of a language, or null where straight ones are not replaced. */
export function quotationMarksOf(language: string): QuotationMarks | null {
  const tag = language.toLowerCase()
  const [primary = ''] = tag.split('-')
  const found = byLanguage[tag] === undefined ? byLanguage[primary] : byLanguage[tag]
  return found === undefined ? english : found
}
