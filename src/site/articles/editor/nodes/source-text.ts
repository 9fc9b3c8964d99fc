/** `$…$` as in Pandoc: no spaces inside the signs, and no letter before them. */
export const formulaSource = /(?:^|[\s([{"'“„«])\$([^\s$](?:[^$\n]*[^\s$\\])?)\$/.source

const OPEN_FORMULA = /(?:^|[\s([{"'“„«$])\$(?!\d[\d.,]*(?:\s|$))[^\s$][^$]*$/

/** Whether the caret is in a formula or code that is not closed yet, where every character stays as typed. */
export function isInSource(before: string): boolean {
  const hasOpenCode = before.split('`').length % 2 === 0
  // The signs of closed formulas come in pairs.
  return hasOpenCode || OPEN_FORMULA.test(before.replace(new RegExp(formulaSource, 'g'), ' '))
}
