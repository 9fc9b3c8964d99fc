/** What people enter before React has hydrated a field, to repeat it afterwards: a controlled field would revert it. */
const repeats = new Map<Element, () => void>()

export function noteValue(field: Element) {
  const isInput = field instanceof HTMLInputElement
  if (isInput && /checkbox|radio/.test(field.type)) {
    const { checked } = field
    repeats.set(field, () => {
      // React ignores an event if the field has the value that it set last.
      field.checked = !checked
      field.click()
    })
  } else if ((isInput && field.type !== 'file') || field instanceof HTMLTextAreaElement) {
    const { value } = field
    repeats.set(field, () => {
      const { selectionStart, selectionEnd } = field
      field.value = field.defaultValue
      // Without React, which watches the property of the field itself.
      Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
      if (selectionStart !== null && field.matches(':focus')) field.setSelectionRange(selectionStart, selectionEnd)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
}

/** Repeats the input of fields that are hydrated now, so that their handlers run. */
export function repeatValues(isDead: (field: Element) => boolean) {
  for (const [field, repeat] of repeats) {
    if (isDead(field)) continue
    repeats.delete(field)
    repeat()
  }
}
