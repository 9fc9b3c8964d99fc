export type ToastOptions = {
  title: string
  description?: string
  tone?: 'info' | 'success' | 'danger'
  /** An action, such as Undo. */
  action?: { label: string; run(): void }
}
export type ToasterProps = { timeoutMs: number; closeLabel: string }
