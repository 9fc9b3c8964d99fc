/** Waits for a closing dialog or menu to restore its focus first. */
export function focusSoon(focus: () => void) {
  setTimeout(focus, 50)
}
