/** What steps on the way to a page want done once it is on the screen. */
let tasks: (() => void)[] = []

export function afterwards(task: () => void) {
  tasks.push(task)
}

export function runAfterwards() {
  const due = tasks
  tasks = []
  for (const task of due) task()
}
