export function Spinner({ label, className = '' }: { label?: string; className?: string }) {
  return (
    <span className={`inline-flex ${className}`} {...(label ? { role: 'status' } : { 'aria-hidden': true })}>
      <span className="size-5 animate-spin rounded-full border-2 border-current border-t-transparent opacity-70" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
