import { Script, createContext } from 'node:vm'
import { codeOf } from '#server/platform/errors.ts'

const room = createContext({ work: null })
const script = new Script('work()')

/**
 * What `work` gives, or null when it was stopped because it took longer. For libraries whose patterns can be made to look at
 * every letter again for every other: nothing less than this ends one that has begun.
 */
export function inTime<Result>(ms: number, work: () => Result): Result | null {
  let result: Result | null = null
  room['work'] = () => {
    result = work()
  }
  try {
    script.runInContext(room, { timeout: Math.max(1, Math.ceil(ms)) })
    return result
  } catch (error) {
    if (codeOf(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null
    throw error
  } finally {
    room['work'] = null
  }
}
