/** What the viewer wants to be told, and how. */
export function Preferences() {
  return null
}
