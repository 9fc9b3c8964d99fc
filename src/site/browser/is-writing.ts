/** Whether keys go to a field, a dialog or a menu, and so are no shortcuts. */
export function isTyping(target: EventTarget | null) {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null
  )
}
