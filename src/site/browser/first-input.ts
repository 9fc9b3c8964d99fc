import { noteValue, repeatValues } from './first-values.ts'

/**
 * Detects the first user input, and queues clicks on controls that React has not hydrated yet, and what was entered in
 * fields. Each of them is replayed once when its control works.
 */

/** Marks an element that is hydrated later than the page. */
export const LATE = 'data-late'

const SLOW_MS = 1000
const FAILED_MS = 20_000
const DOUBLE_CLICK_MS = 500
const NOTICE_ID = 'held-clicks'
const SLOW_WORDS = 'Loading…'
const FAILED_WORDS = 'Part of this page could not be loaded. Check your connection, then reload.'

// In the capture phase: React stops events inside a boundary that is not hydrated.
const early = { capture: true, passive: true }
const signs = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
  'selectionchange',
  // Assistive technology may send these without any of the others.
  'click',
  'input',
] as const

let touched = false
const waiting = new Set<() => void>()

/** Runs a task at the first user input, or at once after it. */
export function whenTouched(task: () => void): () => void {
  if (touched) task()
  else waiting.add(task)
  return () => void waiting.delete(task)
}

function begin(event: Event) {
  // Also fired when a page appears below a resting pointer.
  if (event instanceof MouseEvent && event.type === 'pointermove' && !event.movementX && !event.movementY) return
  // Focused by the browser, not by a person.
  if (event.type === 'focusin' && event.target instanceof Element && event.target.hasAttribute('autofocus')) return
  touched = true
  for (const sign of signs) document.removeEventListener(sign, begin, early)
  for (const task of waiting) task()
  waiting.clear()
}

const roles = ['button', 'checkbox', 'menuitem', 'option', 'radio', 'switch', 'tab']
const scripted = ['button', ...roles.map((role) => `[role="${role}"]`)].join()
const native = 'a[href], summary, [popovertarget], label, input, select, textarea'

type Held = { control: HTMLElement; at: number; name: string; part: Element; repeat(control: HTMLElement): void }

const held = new Map<HTMLElement, Held>()
const retries = new Set<() => void>()
let hydrated = false
let failed = false
let lastRepeated: { control: HTMLElement; at: number } | null = null
let timers: ReturnType<typeof setTimeout>[] = []

function isDead(control: Element) {
  return !hydrated || control.closest(`[${LATE}]`) !== null
}

/** Whether the page and all its parts are hydrated. */
export function isHydrated() {
  return hydrated && document.querySelector(`[${LATE}]`) === null
}

function onClick(event: MouseEvent) {
  const control = event.target instanceof Element ? event.target.closest<HTMLElement>(`${scripted}, ${native}`) : null
  if (control && !worksByItself(control)) hold(event, control, (now) => now.click())
}

function onInput({ isTrusted, target }: Event) {
  if (isTrusted && target instanceof Element && isDead(target)) noteValue(target)
}

function worksByItself(control: HTMLElement) {
  const submits = control instanceof HTMLButtonElement && control.type === 'submit' && control.form !== null
  return submits || control.matches(native) || control.closest(`#${NOTICE_ID}`) !== null
}

function onSubmit(event: SubmitEvent) {
  const form = event.target
  // A form with an action works without a script.
  if (!(form instanceof HTMLFormElement) || form.hasAttribute('action')) return
  const { submitter } = event
  hold(event, form, () => form.requestSubmit(submitter?.isConnected ? submitter : null))
}

function hold(event: Event, control: HTMLElement, repeat: Held['repeat']) {
  // Replayed clicks are not trusted events.
  if (!event.isTrusted) return
  const dead = isDead(control)
  // The second click of a double click whose first click is queued.
  const again = lastRepeated?.control === control && event.timeStamp - lastRepeated.at < DOUBLE_CLICK_MS
  if (!dead && !again) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!dead || held.has(control)) return
  const part = control.closest(`[${LATE}]`) ?? document.documentElement
  held.set(control, { control, at: event.timeStamp, name: nameOf(control), part, repeat })
  control.setAttribute('aria-busy', 'true')
  control.dataset['held'] = ''
  if (failed) return failClicks()
  for (const retry of retries) retry()
  if (timers.length === 0)
    timers = [setTimeout(() => showNotice(SLOW_WORDS), SLOW_MS), setTimeout(() => failClicks(), FAILED_MS)]
}

function nameOf(control: Element) {
  return control.getAttribute('aria-label') ?? control.textContent
}

/** When React has replaced a control, finds the one with the same tag and name in the same part. */
function present({ control, name, part }: Held) {
  if (control.isConnected) return control
  const candidates = part.querySelectorAll<HTMLElement>(control.tagName)
  return [...candidates].find((candidate) => nameOf(candidate) === name) ?? null
}

/** Replays the queued clicks of a part that was just hydrated, or of the page. */
export function repeatClicks(part?: Element) {
  if (part) part.removeAttribute(LATE)
  else hydrated = true
  repeatValues(isDead)
  for (const click of held.values()) {
    const control = present(click)
    if (isDead(control ?? click.part)) continue
    letGo(click)
    if (!control) {
      sayNotLoaded()
      continue
    }
    lastRepeated = { control, at: click.at }
    if (control !== click.control && document.activeElement === document.body) control.focus({ preventScroll: true })
    click.repeat(control)
  }
}

function letGo({ control }: Held) {
  control.removeAttribute('aria-busy')
  delete control.dataset['held']
  held.delete(control)
  if (held.size > 0) return
  for (const timer of timers) clearTimeout(timer)
  timers = []
  document.getElementById(NOTICE_ID)?.remove()
}

/** Reports that a clicked control does not work. `forGood`: the code of the page itself is missing. */
export function failClicks({ forGood = false } = {}) {
  failed ||= forGood
  if (held.size === 0) return
  for (const click of held.values()) letGo(click)
  sayNotLoaded()
}

/** Reports that code for a click could not be loaded. */
export function sayNotLoaded() {
  showNotice(FAILED_WORDS)
}

/** Loads code that clicks wait for. After a failure it retries on the next click and when the network is back. */
export async function loadForClicks<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await load()
    } catch {
      failClicks()
      await new Promise<void>((resolve) => {
        const retry = () => {
          retries.delete(retry)
          removeEventListener('online', retry)
          resolve()
        }
        retries.add(retry)
        addEventListener('online', retry)
      })
    }
  }
}

function showNotice(words: string) {
  document.getElementById(NOTICE_ID)?.remove()
  const notice = document.createElement('div')
  notice.id = NOTICE_ID
  notice.className =
    'fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-x-3 bg-gray-900 px-4 py-3 text-sm text-white print:hidden'
  const text = document.createElement('p')
  text.setAttribute('role', words === FAILED_WORDS ? 'alert' : 'status')
  notice.append(text)
  if (words === FAILED_WORDS)
    notice.append(
      button('Reload', () => location.reload()),
      button('Close', () => notice.remove()),
    )
  document.body.append(notice)
  // A live region is announced when its text changes after it is in the page.
  text.textContent = words
}

function button(label: string, press: () => void) {
  const made = document.createElement('button')
  Object.assign(made, { type: 'button', textContent: label, className: 'min-h-11 font-medium underline' })
  made.addEventListener('click', press)
  return made
}

if (typeof document !== 'undefined') {
  for (const sign of signs) document.addEventListener(sign, begin, early)
  addEventListener('click', onClick, true)
  addEventListener('submit', onSubmit, true)
  addEventListener('input', onInput, true)
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && failClicks({ forGood: true }), true)
}
