export type ToastOptions = {
  title: string
  description?: string
  tone?: 'info' | 'success' | 'danger'
  /** One thing to do about it while it is there, such as taking it back. */
  action?: { label: string; run(): void }
}
export type ToasterProps = { timeoutMs: number; closeLabel: string }
