/** Tasks that the middleware runs after the new page is on screen. */
let tasks: (() => void)[] = []

export function afterwards(task: () => void) {
  tasks.push(task)
}

export function runAfterwards() {
  const due = tasks
  tasks = []
  for (const task of due) task()
}
