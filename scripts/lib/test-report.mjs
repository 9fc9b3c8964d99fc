// A vitest reporter: writes the counts, the time of each file and the tests that passed only on a retry to TEST_REPORT.
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const ERROR_LINES = 60
const ERROR_LINE_LENGTH = 200

export default function testReport() {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const tests = modules.flatMap((module) => [...module.children.allTests()])
      const inState = (state) => tests.filter((test) => test.result().state === state)
      const broken = modules.filter((module) => module.errors().length > 0)
      const report = {
        passed: inState('passed').length,
        // An error outside of a test fails the run, although no test failed.
        failed: inState('failed').length + broken.length + unhandledErrors.length,
        skipped: inState('skipped').map((test) => ({ name: nameOf(test), reason: test.result().note ?? null })),
        flaky: tests
          .filter((test) => test.diagnostic()?.flaky)
          .map((test) => `${nameOf(test)}\n    ${firstError(test)}`),
        files: modules.map((module) => ({
          project: module.project.name,
          name: module.relativeModuleId,
          ms: durationOf(module.diagnostic()),
        })),
      }
      writeFileSync(process.env.TEST_REPORT, JSON.stringify(report))
    },
  }
}

/** Where and why the first attempt failed, with what the pages of a journey showed. */
function firstError(test) {
  const [error] = test.result().errors ?? []
  const { file, line } = error?.stacks?.at(-1) ?? {}
  const lines = stripVTControlCharacters(error?.message ?? '').split('\n')
  const [what, ...steps] = lines.slice(0, ERROR_LINES).map((one) => one.slice(0, ERROR_LINE_LENGTH))
  return [`${file ? `${basename(file)}:${line} ` : ''}${what}`, ...steps].join('\n    ')
}

const nameOf = (test) => `${test.module.relativeModuleId} > ${test.fullName}`

function durationOf({ environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration }) {
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
}
