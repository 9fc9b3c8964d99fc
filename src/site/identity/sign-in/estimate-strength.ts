import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Loaded when someone types a new password: it carries a list of common ones. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

export type Estimate = {
  /** From 0, guessed at once, to 4, out of reach. */
  score: number
  /** Whether the password as a whole is on the list. */
  common: boolean
}

/** How hard a password is to guess for someone who knows these words about its owner. */
export function estimateStrength(password: string, about: string[]): Estimate {
  const { score, sequence } = estimator.check(password, about)
  const [first, ...others] = sequence
  const common = first !== undefined && others.length === 0 && first['dictionaryName'] === 'passwords-common'
  return { score, common: common && first['matchedWord'] === password.toLowerCase() }
}
