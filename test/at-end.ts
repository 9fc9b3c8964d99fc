type Step = () => unknown

const steps: Step[] = []

/** Done when the test file is: what was opened last is closed first. Test files share this module, so each takes all of it. */
export function atEnd(step: Step) {
  steps.push(step)
}

export async function endFile() {
  const problems: unknown[] = []
  for (const step of steps.splice(0).toReversed()) {
    try {
      await step()
    } catch (error) {
      // The others are closed all the same.
      problems.push(error)
    }
  }
  if (problems.length > 0) throw new AggregateError(problems, 'something could not be closed')
}
