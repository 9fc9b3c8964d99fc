export type ToastOptions = {
  title: string
  description?: string
  tone?: 'info' | 'success' | 'danger'
  /** An action, such as Undo. */
  action?: { label: string; run(): void }
  /** When it closes even with hover or focus, because its action is impossible afterwards. */
  deadlineMs?: number
}
export type ToasterProps = { timeoutMs: number; closeLabel: string }
