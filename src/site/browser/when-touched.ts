const signs = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'selectionchange'] as const

// Caught on the way down: React keeps to itself what happens to a part that it has not taken over yet.
const early = { capture: true, passive: true }

let touched = false
const waiting = new Set<() => void>()

/** Runs a task at the first sign that somebody is there, or at once after it. Until then a page costs only what reading takes. */
export function whenTouched(task: () => void): () => void {
  if (touched) {
    task()
    return () => {}
  }
  if (waiting.size === 0) for (const sign of signs) document.addEventListener(sign, begin, early)
  waiting.add(task)
  return () => void waiting.delete(task)
}

function begin() {
  touched = true
  for (const sign of signs) document.removeEventListener(sign, begin, early)
  for (const task of waiting) task()
  waiting.clear()
}
