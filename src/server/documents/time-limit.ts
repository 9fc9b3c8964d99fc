import { Script, createContext } from 'node:vm'
import { codeOf } from '#server/platform/errors.ts'

const sandbox = createContext({ work: null })
const script = new Script('work()')

/**
 * Runs `work` synchronously and returns its result, or null after the timeout. For libraries whose regular expressions
 * can backtrack catastrophically: only the VM timeout can interrupt a running match.
 */
export function runWithTimeout<Result>(ms: number, work: () => Result): Result | null {
  let result: Result | null = null
  sandbox['work'] = () => {
    result = work()
  }
  try {
    script.runInContext(sandbox, { timeout: Math.max(1, Math.ceil(ms)) })
    return result
  } catch (error) {
    if (codeOf(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null
    throw error
  } finally {
    sandbox['work'] = null
  }
}
