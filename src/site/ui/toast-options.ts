export type ToastOptions = { title: string; description?: string; tone?: 'info' | 'success' | 'danger' }
export type ToasterProps = { timeoutMs: number; closeLabel: string }
