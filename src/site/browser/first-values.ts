/** What people enter before React has hydrated a field, to repeat it afterwards: a controlled field would revert it. */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const entered = new Map<Field, string | boolean>()

export function noteValue(target: EventTarget | null) {
  if (target instanceof HTMLInputElement) entered.set(target, isToggle(target) ? target.checked : target.value)
  else if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement)
    entered.set(target, target.value)
}

function isToggle({ type }: HTMLInputElement) {
  return type === 'checkbox' || type === 'radio'
}

/** Repeats the input of fields that are hydrated now, so that their handlers run. */
export function repeatValues(isDead: (field: Field) => boolean) {
  for (const [field, value] of entered) {
    if (isDead(field)) continue
    entered.delete(field)
    if (!field.isConnected) continue
    if (typeof value === 'boolean') repeatToggle(field, value)
    else if (field instanceof HTMLSelectElement) repeatChoice(field, value)
    else repeatText(field, value)
  }
}

/** React ignores an event if the field has the value that it set last, so the field is first set to the other one. */
function repeatToggle(field: Field, value: boolean) {
  if ('checked' in field) field.checked = !value
  field.click()
}

function repeatChoice(field: HTMLSelectElement, value: string) {
  field.value = value
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

function repeatText(field: HTMLInputElement | HTMLTextAreaElement, value: string) {
  // A chosen file cannot be set again, and is still there.
  if (field.type === 'file') return void field.dispatchEvent(new Event('change', { bubbles: true }))
  if (value === field.defaultValue) return
  const { selectionStart, selectionEnd } = field
  field.value = field.defaultValue
  // Without React, which watches the property of the field itself.
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Reflect.set(kind.prototype, 'value', value, field)
  if (selectionStart !== null && field === document.activeElement) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
