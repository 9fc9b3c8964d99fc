/** Tasks that the middleware runs when the new page is in the document, before it is painted. */
let tasks: (() => void)[] = []

export function afterwards(task: () => void) {
  tasks.push(task)
}

export function runAfterwards() {
  const due = tasks
  tasks = []
  for (const task of due) task()
}
