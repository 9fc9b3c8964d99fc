/** Whether keys belong to a field, a dialog or a menu, so that shortcuts must not run. */
export function isTyping(target: EventTarget | null) {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null
  )
}
