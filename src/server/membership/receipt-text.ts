import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { woffToSfnt } from './woff-to-sfnt.ts'

const require = createRequire(import.meta.url)

/** WOFF, because the PDF library cannot embed subsets of WOFF2 files. */
const subsets = [
  {
    family: 'inter',
    subset: 'latin',
    covers: /[\u0020-\u00ff\u0131\u0152\u0153\u02bb-\u02dc\u2000-\u206f\u20ac\u2122\u2191-\u2193\u2212\ufffd]/,
  },
  { family: 'inter', subset: 'latin-ext', covers: /[\u0100-\u02ba\u1e00-\u1e9f\u1ef2-\u1eff\u20a0-\u20c0]/ },
  { family: 'inter', subset: 'vietnamese', covers: /[\u0300-\u0329\u1ea0-\u1ef9\u20ab]/ },
  { family: 'inter', subset: 'greek', covers: /[\u0370-\u03ff]/ },
  { family: 'inter', subset: 'greek-ext', covers: /[\u1f00-\u1fff]/ },
  { family: 'inter', subset: 'cyrillic', covers: /[\u0301\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/ },
  { family: 'inter', subset: 'cyrillic-ext', covers: /[\u0460-\u052f\u2de0-\u2dff\ua640-\ua69f]/ },
  {
    family: 'noto-sans-arabic',
    subset: 'arabic',
    covers: /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/,
  },
  { family: 'noto-sans-hebrew', subset: 'hebrew', covers: /[\u0590-\u05ff\ufb1d-\ufb4f]/ },
] as const

export const weights = [400, 600] as const
export type Weight = (typeof weights)[number]

export function fontName(subset: string, weight: Weight) {
  return `${subset} ${weight}`
}

let loaded: Promise<{ name: string; data: Buffer }[]> | null = null

/** Read once for each process, at the first receipt. */
export function loadReceiptFonts() {
  loaded ??= Promise.all(
    weights.flatMap((weight) =>
      subsets.map(async ({ family, subset }) => ({
        name: fontName(subset, weight),
        data: woffToSfnt(
          await readFile(require.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`)),
        ),
      })),
    ),
  )
  return loaded
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const LETTER = /\p{L}/u

/** Text of one font. `original` is what no font can show. */
export type Run = { text: string; subset: string; original?: string }
export type Word = { runs: Run[]; rightToLeft: boolean }

/** Words in reading order. Characters that no font has are shown as “?”, each run with its original text. */
export function splitWords(text: string): Word[] {
  return text
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const rightToLeft = RIGHT_TO_LEFT.test(word)
      return { runs: rightToLeft ? splitRuns(mirror(word)).toReversed() : splitRuns(word), rightToLeft }
    })
}

const mirrored: Record<string, string> = { '(': ')', ')': '(', '[': ']', ']': '[', '«': '»', '»': '«' }

function mirror(word: string) {
  return word.replace(/[()[\]«»]/g, (bracket) => mirrored[bracket] ?? bracket)
}

function splitRuns(word: string): Run[] {
  const runs: Run[] = []
  for (const character of word) {
    const last = runs.at(-1)
    const stays = last?.original === undefined && last && !LETTER.test(character) && covers(last.subset, character)
    const subset = stays ? last.subset : (subsets.find((one) => one.covers.test(character))?.subset ?? null)
    // Amounts are not kerned: the font would hide the point in “7.18”.
    const isPoint = /[.,]/.test(character) || /^[.,]$/.test(last?.text ?? '')
    if (subset === null) addUnprintable(runs, character)
    else if (last && last.original === undefined && last.subset === subset && !isPoint) last.text += character
    else runs.push({ text: character, subset })
  }
  return runs
}

function addUnprintable(runs: Run[], character: string) {
  const last = runs.at(-1)
  if (last?.original === undefined) runs.push({ text: '?', subset: 'latin', original: character })
  else {
    last.text += '?'
    last.original += character
  }
}

/** Whether a text has characters that no font has. */
export function isUnprintable(text: string) {
  return splitWords(text).some(({ runs }) => runs.some(({ original }) => original !== undefined))
}

function covers(subset: string, character: string) {
  return subsets.find((one) => one.subset === subset)?.covers.test(character) ?? false
}

export function isRightToLeft(words: readonly Word[]) {
  return words[0]?.rightToLeft ?? false
}

/**
 * The words of a line from left to right. The base direction is that of the first word of the text; words of the other
 * direction keep their own order among themselves.
 */
export function orderVisually(line: readonly Word[], baseIsRightToLeft: boolean): Word[] {
  const groups: Word[][] = []
  for (const word of line) {
    const last = groups.at(-1)
    if (last && last[0]?.rightToLeft === word.rightToLeft) last.push(word)
    else groups.push([word])
  }
  const inPlace = groups.map((group) => (group[0]?.rightToLeft ? group.toReversed() : group))
  return (baseIsRightToLeft ? inPlace.toReversed() : inPlace).flat()
}
