import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Large, because it contains a list of common passwords: import it lazily. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

export type Estimate = {
  /** From 0 (guessed at once) to 4 (infeasible to guess). */
  score: number
  /** Whether the password as a whole is on the list. */
  common: boolean
}

/** Estimates how hard a password is to guess for someone who knows these words about the user. */
export function estimateStrength(password: string, about: string[]): Estimate {
  const { score, sequence } = estimator.check(password, about)
  const [first, ...others] = sequence
  const common = first !== undefined && others.length === 0 && first['dictionaryName'] === 'passwords-common'
  return { score, common: common && first['matchedWord'] === password.toLowerCase() }
}
